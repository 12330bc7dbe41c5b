/** Ends an approval without running its command: closes both in one transaction, once, and notifies everybody. */
import type { Refusal } from '@synapse/contract';
import type { Logger } from 'pino';
import type { Access } from '../access/access.ts';
import type { Ending } from '../audit/audit.ts';
import type { PendingEntries } from '../audit/pending-entries.ts';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import { executionHit, forgetHits } from '../limits/index.ts';
import type { KeptRefusals } from '../outputs/kept-refusals.ts';
import { type ApprovalRow, type Settlement, settleApproval } from './approval-store.ts';
import { publishStatus, recipientsOf } from './deciders.ts';

/** The topic on which instances tell each other that a request is decided. */
export const DECIDED = 'approvals.decided';

export interface CloseParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly entries: PendingEntries;
  readonly refusals: KeptRefusals;
  readonly events: Events;
  readonly access: Pick<Access, 'membersOf'>;
  readonly bus: Bus;
  readonly log: Logger;
  readonly count: (outcome: Settlement['status']) => void;
}

export interface ApprovalEnd {
  readonly status: Exclude<Settlement['status'], 'approved'>;
  /** What the caller learns; null where it took the request back itself. */
  readonly refusal: Refusal | null;
  readonly decidedBy?: string | null;
  readonly comment?: string | null;
}

export interface ClosePending {
  /** False where it was decided already. */
  (row: ApprovalRow, outcome: ApprovalEnd): Promise<boolean>;
  /** The same in a transaction of the caller's, who calls `announce` after it. */
  within(tx: Queries, row: ApprovalRow, outcome: ApprovalEnd): Promise<boolean>;
  /** What was closed is committed. */
  announce(row: ApprovalRow, outcome: ApprovalEnd): void;
}

export function createClosePending(parts: CloseParts): ClosePending {
  const { database, clock, entries, refusals, events, access, bus, log, count } = parts;

  const within: ClosePending['within'] = async (tx, row, { status, refusal, decidedBy = null, comment = null }) => {
    const settlement = { status, decided_by: decidedBy, decided_at: clock(), comment };
    if (!(await settleApproval(tx, row.id, settlement))) return false;
    await entries.close(tx, row.execution_id, { ...endingOf(status, refusal), decidedBy });
    if (refusal !== null) await refusals.keep(row.workspace_id, row.execution_id, refusal)(tx);
    return true;
  };

  const announce: ClosePending['announce'] = (row, { status, refusal }) => {
    const { workspace_id: workspaceId, execution_id } = row;
    bus.publish(DECIDED, { executionId: execution_id });
    const ended = { type: 'execution', execution_id, status: endingOf(status, refusal).status } as const;
    publishStatus({ events, access, log }, row, status);
    for (const { id: reader, machine } of recipientsOf(row))
      events.publish(reader, { ...ended, machine, ...(refusal === null ? {} : { refusal: refusal.worded }) });
    count(status);
    // The command never ran, so it does not count for the rate limit.
    forgetHits(database, [executionHit(row.actor_id ?? workspaceId, row.placed_at)]).catch((error: unknown) =>
      log.warn({ err: error }, 'failed to release execution slot'),
    );
  };

  const close = async (row: ApprovalRow, outcome: ApprovalEnd): Promise<boolean> => {
    const closed = await database.transaction((tx) => within(tx, row, outcome));
    if (closed) announce(row, outcome);
    return closed;
  };
  return Object.assign(close, { within, announce });
}

function endingOf(status: ApprovalEnd['status'], refusal: Refusal | null): Ending {
  const ended = { exitCode: null, durationMs: 0, refusal: refusal?.code ?? null };
  return { status: status === 'cancelled' ? 'cancelled' : 'refused', ...ended };
}
