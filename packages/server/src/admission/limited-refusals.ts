/**
 * Limits the audit entries of commands that are refused by the rate limit: ten a minute. The others are counted, and
 * the next entry has their number. Otherwise a flood of them would fill the log.
 */
import { LIMITS } from '@synapse/contract';
import type { Audit, AuditSubject, Note, OpenEntry } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { lockName } from '../db/locks.ts';
import type { WorkspaceId } from '../ids.ts';
import { recordHit, waitForWindow } from '../limits/index.ts';
import { countOne, takeCount, workspacesCountedBefore } from './refusal-count-store.ts';

export interface LimitedRefusals {
  /** In a transaction of the caller's. Null: it is counted. */
  tell(tx: Queries, subject: AuditSubject, code: string): Promise<OpenEntry | null>;
  /** Writes the counts of floods that are over. */
  expire(): Promise<void>;
}

const TEN_A_MINUTE = { max: 10, windowMs: LIMITS.refusedExecutions.windowMs };
const bucketOf = (workspaceId: WorkspaceId): string => `flooded:${workspaceId}`;

export function createLimitedRefusals(database: Database, clock: Clock, audit: Audit): LimitedRefusals {
  /** False if there are enough entries in this minute. */
  const mayWrite = async (tx: Queries, workspaceId: WorkspaceId): Promise<boolean> => {
    const bucket = bucketOf(workspaceId);
    await lockName(tx, bucket);
    if ((await waitForWindow(tx, bucket, TEN_A_MINUTE, clock())) > 0) return false;
    await recordHit(tx, bucket, TEN_A_MINUTE, clock());
    return true;
  };
  const writeCount = (tx: Queries, count: number, by: Omit<Note, 'what'>) =>
    audit.refuseMany(tx, { ...by, what: `${count} more commands` }, 'exec_rate_limited');

  return {
    tell: async (tx, subject, code) => {
      const { workspaceId, actor, source, ip } = subject;
      if (!(await mayWrite(tx, workspaceId))) {
        await countOne(tx, workspaceId, clock());
        return null;
      }
      const before = await takeCount(tx, workspaceId);
      return before === 0
        ? audit.refuse(tx, subject, code)
        : writeCount(tx, before + 1, { workspaceId, actor, source, ip });
    },

    expire: async () => {
      for (const workspaceId of await workspacesCountedBefore(database.queries, clock() - TEN_A_MINUTE.windowMs)) {
        const entry = await database.transaction(async (tx) => {
          if (!(await mayWrite(tx, workspaceId))) return null;
          const count = await takeCount(tx, workspaceId);
          return count === 0 ? null : writeCount(tx, count, { workspaceId, source: 'rest', ip: null });
        });
        if (entry !== null) audit.committed(entry);
      }
    },
  };
}
