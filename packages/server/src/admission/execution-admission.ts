/** Which commands are let in: thirty a minute of each user, and none after too many that were refused. */
import { LIMITS, Refusal, type Source } from '@synapse/contract';
import { isActiveUser } from '../auth/users.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { forgetHits, type Hit, lockWindow, recordHit, retryAfterSeconds, waitForWindow } from '../limits/index.ts';

export interface ExecutionAdmission {
  /** Throws when so many orders of the user were refused lately that no further one is looked at. */
  assertMayOrder(userId: string): Promise<void>;
  countRefused(userId: string): Promise<void>;
  /** A place among the user's thirty a minute, in the transaction that opens the audit entry: both or neither. */
  takePlace(tx: Queries, user: { readonly userId: string; readonly source: Source }): Promise<Hit | Refusal>;
  /** The command never ran. */
  giveBack(place: Hit): Promise<void>;
}

const startedBucket = (userId: string): string => `exec:${userId}`;
const refusedBucket = (userId: string): string => `refused:${userId}`;

export function createExecutionAdmission(database: Database, clock: Clock): ExecutionAdmission {
  const { dialect, queries } = database;
  return {
    assertMayOrder: async (userId) => {
      const wait = await waitForWindow(queries, refusedBucket(userId), LIMITS.refusedExecutions, clock());
      if (wait > 0) throw tooMany(wait);
    },

    countRefused: (userId) =>
      database.transaction(
        async (tx) => {
          await lockWindow(tx, dialect, refusedBucket(userId));
          await recordHit(tx, refusedBucket(userId), LIMITS.refusedExecutions, clock());
        },
        { durable: false },
      ),

    takePlace: async (tx, { userId, source }) => {
      const bucket = startedBucket(userId);
      await lockWindow(tx, dialect, bucket);
      // Shut out since the call came in: nothing may start any more.
      if (!(await isActiveUser(tx, dialect, userId))) {
        return new Refusal(source === 'mcp' ? 'token_revoked' : 'session_invalid');
      }
      const wait = await waitForWindow(tx, bucket, LIMITS.executions, clock());
      return wait > 0 ? tooMany(wait) : recordHit(tx, bucket, LIMITS.executions, clock());
    },

    giveBack: (place) => forgetHits(database, [place]),
  };
}

function tooMany(waitMs: number): Refusal {
  return new Refusal('exec_rate_limited', { retry_after: retryAfterSeconds(waitMs) });
}
