/** Ends pending approvals: by time, a revoked token, a freeze, a removed user. */
import type { Refusal } from '@synapse/contract';
import type { Logger } from 'pino';
import type { PendingEntries } from '../audit/pending-entries.ts';
import { poll } from '../background/poll.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { type ApprovalRow, listOverdue, listPending, type PendingFilter } from './approval-store.ts';
import type { ApprovalEnd, ClosePending } from './close-pending.ts';
import { expired, revoked, roleLost } from './outcomes.ts';

export interface KeepApprovals {
  /** A token was taken back, or a user shut out. It is not awaited: the next sweep finds what is missed here. */
  revoked(filter: Pick<PendingFilter, 'tokenId' | 'workspaceId'>): void;
  /** Denies what a freeze covers, in its transaction; the returned function is called after it. */
  freeze(tx: Queries, covered: PendingFilter, why: Refusal, by: string): Promise<() => void>;
  /** A member has lost a role in a crew: cancels the approvals of their orders. */
  wake(): void;
  stop(): void;
}

type Overdue = Awaited<ReturnType<typeof listOverdue>>[number];

const EVERY_MS = 5_000;
const AT_ONCE = 100;
const FAILURE = 'failed to expire approvals';

export function startKeepingApprovals(
  database: Database,
  clock: Clock,
  entries: PendingEntries,
  close: ClosePending,
  log: Logger,
): KeepApprovals {
  const { queries } = database;

  const endOf = (row: Overdue): ApprovalEnd => {
    if (row.expires_at <= clock()) return expired(row);
    const isLet = row.revoked_at === null && row.disabled === 0;
    return isLet && row.actor_id !== null ? roleLost(row.member_id !== null) : revoked();
  };

  const sweep = async (): Promise<void> => {
    for (const row of await listOverdue(queries, clock(), AT_ONCE)) {
      await close(row, endOf(row));
    }
    for (const executionId of await entries.orphans(queries)) {
      await database.transaction((tx) => entries.close(tx, executionId, GONE));
    }
  };

  const sweeping = poll({ everyMs: EVERY_MS, work: sweep, log, failure: FAILURE });

  return {
    revoked: (filter) => {
      const closeAll = async (): Promise<void> => {
        for (const row of await listPending(queries, filter)) await close(row, revoked());
        // Where a user was removed, what was asked went with them.
        await sweep();
      };
      closeAll().catch((error: unknown) => log.warn({ err: error }, FAILURE));
    },
    freeze: async (tx, covered, why, by) => {
      const outcome: ApprovalEnd = { status: 'denied', refusal: why, decidedBy: by };
      const closed: ApprovalRow[] = [];
      for (const row of await listPending(tx, covered)) if (await close.within(tx, row, outcome)) closed.push(row);
      return () => {
        for (const row of closed) close.announce(row, outcome);
      };
    },
    wake: sweeping.wake,
    stop: sweeping.stop,
  };
}

const GONE = { status: 'cancelled', exitCode: null, durationMs: 0 } as const;
