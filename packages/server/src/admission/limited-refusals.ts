/**
 * Limits the audit entries of commands that are refused by the rate limit: ten a minute. The others are counted, and
 * the next entry has their number. Otherwise a flood of them would fill the log.
 */
import { LIMITS } from '@synapse/contract';
import type { Audit, AuditSubject, Note, OpenEntry } from '../audit/audit.ts';
import { actorOf, actorText } from '../audit/entry.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { lockName } from '../db/locks.ts';
import { recordHit, waitForWindow } from '../limits/index.ts';
import { countedBefore, countOne, type Refused, takeCount } from './refusal-count-store.ts';

export interface LimitedRefusals {
  /** In a transaction of the caller's. Null: it is counted. */
  tell(tx: Queries, subject: AuditSubject, code: string): Promise<OpenEntry | null>;
  /** Writes the counts of floods that are over. */
  expire(): Promise<void>;
}

const TEN_A_MINUTE = { max: 10, windowMs: LIMITS.refusedExecutions.windowMs };
const bucketOf = ({ workspace_id, actor }: Refused): string =>
  actor === '' ? `flooded:${workspace_id}` : `flooded:${workspace_id}:${actorOf({ actor })!.user_id}`;

/** Refusals in a crew are counted per member, so that no entry attributes one member's refusals to another. */
const whoseOf = ({ workspaceId, actor }: Pick<AuditSubject, 'workspaceId' | 'actor'>): Refused => ({
  workspace_id: workspaceId,
  actor: actorText(actor == null ? null : { ...actor, token_label: null, client: null }) ?? '',
});

export function createLimitedRefusals(database: Database, clock: Clock, audit: Audit): LimitedRefusals {
  /** False if there are enough entries in this minute. */
  const mayWrite = async (tx: Queries, whose: Refused): Promise<boolean> => {
    const bucket = bucketOf(whose);
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
      const whose = whoseOf(subject);
      if (!(await mayWrite(tx, whose))) {
        await countOne(tx, whose, clock());
        return null;
      }
      const before = await takeCount(tx, whose);
      return before === 0
        ? audit.refuse(tx, subject, code)
        : writeCount(tx, before + 1, { workspaceId, actor, source, ip });
    },

    expire: async () => {
      for (const whose of await countedBefore(database.queries, clock() - TEN_A_MINUTE.windowMs)) {
        const entry = await database.transaction(async (tx) => {
          if (!(await mayWrite(tx, whose))) return null;
          const count = await takeCount(tx, whose);
          const by = { workspaceId: whose.workspace_id, actor: whose.actor === '' ? null : actorOf(whose) };
          return count === 0 ? null : writeCount(tx, count, { ...by, source: 'rest', ip: null });
        });
        if (entry !== null) audit.committed(entry);
      }
    },
  };
}
