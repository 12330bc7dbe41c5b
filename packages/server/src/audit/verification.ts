/** Verifying a workspace's log on request: in the background where it is long, with its result kept for a while. */
import type { Progress } from '@synapse/contract';
import { createLongWork } from '../background/long-work.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { findHead } from './audit-store.ts';
import { type Verdict, type VerifyOptions, verifyAudit } from './verify.ts';

export interface VerifyAnswer extends Omit<Verdict, 'unknown'> {
  readonly unknown: readonly (Verdict['unknown'][number] | 'still_verifying')[];
  /** When the log was found to be so. Null: not yet. */
  readonly verified_at: string | null;
  /** A run that has not ended yet: how many entries it has walked, of how many. */
  readonly progress?: Progress;
}

export type VerifyChain = (workspaceId: WorkspaceId) => Promise<VerifyAnswer>;

export interface VerifyChainOptions extends Pick<VerifyOptions, 'keys' | 'checkpoints' | 'archive' | 'ends'> {
  /** Told of each run that has ended. */
  readonly onVerdict?: (workspaceId: WorkspaceId, state: Verdict['state']) => void;
}

const TIMES = { waitMs: 10_000, keepMs: 60_000, atOnce: 2 };

const NOTHING_YET: Verdict = {
  state: 'unknown',
  intact: false,
  entries: 0,
  archived: 0,
  erased: 0,
  users: 1,
  checkpoints: 0,
  findings: [],
  unknown: [],
};

export function createVerifyChain(
  database: Database,
  clock: Clock,
  { onVerdict, ...options }: VerifyChainOptions,
  times = TIMES,
): VerifyChain {
  const work = createLongWork<WorkspaceId, Verdict>(
    async (workspaceId, report) => {
      const of = (await findHead(database.queries, workspaceId))?.seq ?? 0;
      report(0, of);
      const onProgress = (entries: number) => report(entries, Math.max(of, entries));
      const verdict = await verifyAudit(database, { ...options, workspaceId, now: clock(), onProgress });
      onVerdict?.(workspaceId, verdict.state);
      return verdict;
    },
    { clock, ...times },
  );
  return async (workspaceId) => {
    const outcome = await work.ask(workspaceId);
    if (!outcome.running) return { ...outcome.result, verified_at: isoTime(outcome.endedAt) };
    const { progress, last } = outcome;
    if (last !== null) return { ...last.result, verified_at: isoTime(last.endedAt), progress };
    return { ...NOTHING_YET, unknown: ['still_verifying'], verified_at: null, progress };
  };
}
