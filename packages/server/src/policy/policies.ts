/**
 * The rules of policies: who reads and writes them, that a wrong one changes nothing, and that every change is in the
 * log.
 */
import type { PolicyChange, PolicyText, Source } from '@synapse/contract';
import type { TellCrew } from '../access/access.ts';
import type { Audit, Note } from '../audit/audit.ts';
import { noteChange } from '../audit/note-change.ts';
import { type Clock, isoTime } from '../clock.ts';
import { assertVersion } from '../db/assert-version.ts';
import type { Database } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { findPolicy, INSTANCE, lockPolicy, type PolicyId, type StoredPolicy, writePolicy } from './policy-store.ts';

export interface Author {
  readonly workspaceId: WorkspaceId;
  readonly username: string;
  readonly source: Source;
  readonly ip: string | null;
  /** For the policy of a crew: its log tells of it. */
  readonly tell?: TellCrew | undefined;
}

export interface Policies {
  /** The workspace's; without one an empty text of version 0. */
  get(workspaceId: WorkspaceId): Promise<PolicyText>;
  /** Throws policy_invalid and version_conflict; the old one stays then. */
  put(author: Author, change: PolicyChange): Promise<PolicyText>;
  /** The instance's, which makes everybody's stricter. */
  getInstance(): Promise<PolicyText>;
  putInstance(author: Author, change: PolicyChange): Promise<PolicyText>;
  /** Throws policy_invalid. */
  check(workspaceId: WorkspaceId, text: string, ofCrew?: boolean): Promise<void>;
}

const NONE: StoredPolicy = { text: '', version: 0, updated_at: 0 };

/** Throws policy_invalid. */
export type CheckPolicy = (workspaceId: WorkspaceId, text: string, ofCrew?: boolean) => Promise<void>;

export function createPolicies(database: Database, clock: Clock, audit: Audit, check: CheckPolicy): Policies {
  const get = async (id: PolicyId): Promise<PolicyText> => shown((await findPolicy(database.queries, id)) ?? NONE);

  const put = async (id: PolicyId, author: Author, { text, version }: PolicyChange): Promise<PolicyText> => {
    // Before the transaction, so that no lock is held while a text is read.
    await check(author.workspaceId, text, author.tell !== undefined);
    const now = clock();
    const stored = await database.transaction(async (tx) => {
      const current = (await lockPolicy(tx, id)) ?? NONE;
      assertVersion(version, { ...shown(current) });
      const workspace_id = id === INSTANCE ? null : id;
      if (!(await writePolicy(tx, { id, workspace_id, text, now, by: author.username }, current.version))) return null;
      const written = { text, version: current.version + 1, updated_at: now };
      const change = { ...changeOf(id, author, written.version), tell: author.tell };
      return { noted: await noteChange(audit, tx, change), written };
    });
    // Another call wrote the first version at the same moment. Now there is a row to lock.
    if (stored === null) return put(id, author, { text, version });
    stored.noted();
    return shown(stored.written);
  };

  return {
    get: (workspaceId) => get(workspaceId),
    put: (author, change) => put(author.workspaceId, author, change),
    getInstance: () => get(INSTANCE),
    putInstance: (author, change) => put(INSTANCE, author, change),
    check,
  };
}

/** A change as the audit log has it: no command, on no machine. */
function changeOf(id: PolicyId, { workspaceId, source, ip }: Author, version: number): Note {
  const whose = id === INSTANCE ? 'instance policy' : 'policy';
  return { workspaceId, source, ip, what: `${whose} changed to version ${version}` };
}

function shown({ text, version, updated_at }: StoredPolicy): PolicyText {
  return { text, version, updated_at: version === 0 ? null : isoTime(updated_at) };
}
