/**
 * The rate limit of commands: thirty a minute for each user unless configured, and one after the other once too many
 * were refused.
 */
import { type CrewAction, LIMITS, Refusal, type Source } from '@synapse/contract';
import { can, roleRequired } from '../access/access.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { lockName } from '../db/locks.ts';
import { type Frozen, whyFrozen } from '../freezes/freezes.ts';
import type { Lease } from '../instances/index.ts';
import { forgetHits, type Hit, holdOpenings, openingsOf, openWindow, retryAfterSeconds } from '../limits/index.ts';
import { standingOf } from './admission-store.ts';
import { createRefusalPace } from './refusal-pace.ts';

export interface ExecutionAdmission {
  /**
   * Makes a user whose orders keep being refused wait for a moment. Refuses when too many of their orders wait already.
   */
  awaitTurn(userId: string): Promise<void> | undefined;
  /** Called in the transaction that records the refusal. True when the user has reached the limit of refusals. */
  countRefused(tx: Queries, userId: string): Promise<boolean>;
  slowDown(userId: string): void;
  /**
   * Counts the command for the user's rate limit, in the transaction that opens the audit entry: both or neither. Refuses
   * what is frozen: once a freeze is committed, nothing that it covers is opened.
   */
  admit(tx: Queries, command: AdmittedCommand): Promise<AdmittedExecution | Refusal>;
  /** The command never ran, so it does not count. */
  release(hit: Hit): Promise<void>;
}

export interface AdmittedCommand extends Frozen {
  readonly source: Source;
  /** The right it needs in a crew. */
  readonly action: CrewAction;
}

/** What the command counted for, and under which lease it may start. */
export interface AdmittedExecution {
  readonly hit: Hit;
  /** Of the lease. */
  readonly epoch: number;
  /** The machines of the user's commands that were opened before and have not ended. Null: this process knows itself. */
  readonly ahead: readonly string[] | null;
}

const refusedBucket = (userId: string): string => `refused:${userId}`;

export function createExecutionAdmission(
  database: Database,
  clock: Clock,
  lease: Pick<Lease, 'epoch' | 'instanceId'>,
  perMinute: number = LIMITS.executions.max,
): ExecutionAdmission {
  const limit = { ...LIMITS.executions, max: perMinute };
  const pace = createRefusalPace(clock);
  return {
    awaitTurn: pace.turn,
    slowDown: pace.slowDown,

    countRefused: async (tx, userId) => {
      const [bucket, limit] = [refusedBucket(userId), LIMITS.refusedExecutions];
      const [, window] = await Promise.all([lockName(tx, bucket), openWindow(tx, bucket, limit, clock)]);
      window.hit();
      return window.wait() > 0;
    },

    admit: async (tx, command) => {
      const { workspaceId, actorId, action } = command;
      const actor = actorId ?? workspaceId;
      const epoch = lease.epoch();
      const under = { instanceId: lease.instanceId, epoch };
      // One round trip: what is asked for after the lock is read after it is held.
      // Of a crew, too: a freeze or a lost role there holds for every command opened afterwards.
      if (actor !== workspaceId) await holdOpenings(tx, workspaceId);
      const [, { disabled, frozen, role, revoked, leased, ahead }, window] = await Promise.all([
        holdOpenings(tx, actor),
        standingOf(tx, command, under, clock()),
        openWindow(tx, openingsOf(actor), limit, clock),
      ]);
      // The user was disabled since the call came in: nothing may start any more.
      if (disabled !== 0 || revoked) return new Refusal(command.source === 'mcp' ? 'token_revoked' : 'session_invalid');
      // Not for the log: another instance may run it.
      if (!leased) throw new Refusal('lease_lost', { retry_after: 2 });
      if (actor !== workspaceId && role === null) return new Refusal('not_found');
      if (role !== null && !can({ role }, action)) return roleRequired(action);
      const why = frozen ? await whyFrozen(tx, command) : null;
      if (why !== null) return why;
      const wait = window.wait();
      return wait > 0 ? tooMany(wait) : { hit: window.hit(), epoch, ahead };
    },

    release: (hit) => forgetHits(database, [hit]),
  };
}

function tooMany(waitMs: number): Refusal {
  return new Refusal('exec_rate_limited', { retry_after: retryAfterSeconds(waitMs) });
}
