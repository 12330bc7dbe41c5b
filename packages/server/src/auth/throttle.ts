/** Limits wrong passwords, without locking out users who know theirs. */
import { LIMITS, Refusal } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { lockName } from '../db/locks.ts';
import { forgetHits, recordHit, retryAfterSeconds, waitForWindow } from '../limits/index.ts';
import { createOpenAttempts } from './open-attempts.ts';

export interface Attempt {
  /** Removes this attempt from the count: only failures are counted. */
  succeeded(): Promise<void>;
  /** Releases the attempts that wait for its outcome. */
  close(): void;
}

/** The names that a failure is counted under, and which of them must have room. */
export interface Counted {
  readonly under: readonly string[];
  readonly heldAgainst: readonly string[];
}

export interface Throttle {
  begin(counted: Counted): Promise<Attempt>;
}

/**
 * Counts an attempt as failed before the password is checked, and takes that back if it was right. So a burst of
 * parallel guesses cannot slip through between the check and the count. Nor does this turn away a burst of right
 * passwords: if only attempts that are still open fill the limit, the next one waits for their outcome.
 */
export function createThrottle(database: Database, clock: Clock): Throttle {
  const attempts = createOpenAttempts();

  const tryToBegin = async ({ under, heldAgainst }: Counted): Promise<Attempt | { full: string }> => {
    const at = clock();
    let close: (() => void) | undefined;
    try {
      const hits = await database.transaction(async (tx) => {
        for (const bucket of under) await lockName(tx, bucket);
        const waits = await Promise.all(
          heldAgainst.map((bucket) => waitForWindow(tx, bucket, LIMITS.loginFailures, at)),
        );
        const full = heldAgainst.filter((_, index) => waits[index]! > 0);
        if (full.length > 0 && full.every(attempts.has)) return full[0]!;
        const wait = Math.max(...waits);
        if (wait > 0) throw new Refusal('login_throttled', { retry_after: retryAfterSeconds(wait) });
        const recorded = await Promise.all(under.map((bucket) => recordHit(tx, bucket, LIMITS.loginFailures, at)));
        // Done before anybody else can find the window full.
        close ??= attempts.open(under);
        return recorded;
      });
      if (typeof hits === 'string') return { full: hits };
      return { succeeded: () => forgetHits(database, hits), close: close! };
    } catch (error) {
      close?.();
      throw error;
    }
  };

  return {
    begin: async (counted) => {
      for (;;) {
        const attempt = await tryToBegin(counted);
        if (!('full' in attempt)) return attempt;
        await attempts.oneClosed(attempt.full);
      }
    },
  };
}
