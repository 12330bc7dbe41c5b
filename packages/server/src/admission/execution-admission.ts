/** Which commands are let in: thirty a minute for each user, and one after the other once too many were refused. */
import { LIMITS, Refusal, type Source } from '@synapse/contract';
import { isActiveUser } from '../auth/users.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { forgetHits, type Hit, lockWindow, recordHit, retryAfterSeconds, waitForWindow } from '../limits/index.ts';
import { createRefusalPace } from './refusal-pace.ts';

export interface ExecutionAdmission {
  /**
   * Makes a user whose orders keep being refused wait for a moment. Refuses when too many of their orders wait already.
   */
  awaitTurn(userId: string): Promise<void> | undefined;
  /** Called in the transaction that records the refusal. True when the user has reached the limit of refusals. */
  countRefused(tx: Queries, userId: string): Promise<boolean>;
  slowDown(userId: string): void;
  /** Whether this is the first order within a minute that was refused without being looked at. */
  isFirstOfFlood(tx: Queries, userId: string): Promise<boolean>;
  /** Takes one of the user's thirty places a minute, in the transaction that opens the audit entry: both or neither. */
  takePlace(tx: Queries, user: { readonly userId: string; readonly source: Source }): Promise<Hit | Refusal>;
  /** The command never ran, so its place is given back. */
  giveBack(place: Hit): Promise<void>;
}

const startedBucket = (userId: string): string => `exec:${userId}`;
const refusedBucket = (userId: string): string => `refused:${userId}`;
const floodBucket = (userId: string): string => `flooded:${userId}`;
const ONE_A_MINUTE = { max: 1, windowMs: LIMITS.refusedExecutions.windowMs };

export function createExecutionAdmission(database: Database, clock: Clock): ExecutionAdmission {
  const { dialect } = database;
  const pace = createRefusalPace(clock);
  return {
    awaitTurn: pace.turn,
    slowDown: pace.slowDown,

    countRefused: async (tx, userId) => {
      const [bucket, limit] = [refusedBucket(userId), LIMITS.refusedExecutions];
      await lockWindow(tx, dialect, bucket);
      await recordHit(tx, bucket, limit, clock());
      return (await waitForWindow(tx, bucket, limit, clock())) > 0;
    },

    isFirstOfFlood: async (tx, userId) => {
      const bucket = floodBucket(userId);
      await lockWindow(tx, dialect, bucket);
      if ((await waitForWindow(tx, bucket, ONE_A_MINUTE, clock())) > 0) return false;
      await recordHit(tx, bucket, ONE_A_MINUTE, clock());
      return true;
    },

    takePlace: async (tx, { userId, source }) => {
      const bucket = startedBucket(userId);
      await lockWindow(tx, dialect, bucket);
      // The user was shut out after the call came in: nothing may start any more.
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
