/**
 * The ends of chains as this instance has written them. Checkpoints are made from these and not from the database, so
 * a removal before the next checkpoint is still noticed.
 */
import type { WorkspaceId } from '../ids.ts';
export interface KnownEnd {
  readonly workspace_id: WorkspaceId;
  readonly seq: number;
  readonly hash: Buffer;
}

export interface KnownEnds {
  note(end: KnownEnd): void;
  /** False for an end that lies before one that we wrote, or has the same number but differs. */
  mayFollow(end: KnownEnd): boolean;
  /** The ends that were added since the last signing. */
  unsigned(): KnownEnd[];
  signedOff(ends: readonly KnownEnd[]): void;
}

export function createKnownEnds(): KnownEnds {
  const known = new Map<string, KnownEnd>();
  const grown = new Map<string, KnownEnd>();
  return {
    note: (end) => {
      // Two transactions may be reported in another order than they were committed.
      if (end.seq <= (known.get(end.workspace_id)?.seq ?? 0)) return;
      known.set(end.workspace_id, end);
      grown.set(end.workspace_id, end);
    },
    mayFollow: ({ workspace_id, seq, hash }) => {
      const last = known.get(workspace_id);
      return last === undefined || seq > last.seq || (seq === last.seq && hash.equals(last.hash));
    },
    unsigned: () => [...grown.values()],
    signedOff: (ends) => {
      for (const end of ends) if (grown.get(end.workspace_id) === end) grown.delete(end.workspace_id);
    },
  };
}
