/**
 * Writes about a command what must be written. If the database is away or has no room at that moment, tries again later,
 * less and less often, until it works.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { cannotServe } from './cannot-serve.ts';

export interface RetryUntilWritten {
  /**
   * Resolves when the work is done, or postponed because the database is away or full. The work must tolerate being
   * done twice.
   */
  (what: string, work: () => Promise<void>): Promise<void>;
  /** Waits for what was postponed, at most this long. */
  idle(withinMs: number): Promise<void>;
}

const FIRST_MS = 500;
const SLOWEST_MS = 10_000;
/** Beyond this the entry is left open. It is closed as interrupted when this instance has gone. */
const LONGEST_MS = 24 * 3600_000;
const MOST = 10_000;

export function createRetryUntilWritten(log: Logger): RetryUntilWritten {
  const pending = new Set<Promise<void>>();

  const insist = async (what: string, work: () => Promise<void>): Promise<void> => {
    const end = performance.now() + LONGEST_MS;
    for (let pause = FIRST_MS; performance.now() < end; pause = Math.min(2 * pause, SLOWEST_MS)) {
      await sleep(pause, null, { ref: false });
      try {
        await work();
        log.info({ what }, 'postponed write done');
        return;
      } catch (error) {
        if (!cannotServe(error)) return void log.error({ what, err: error }, 'postponed write failed');
      }
    }
    log.error({ what }, 'postponed write abandoned: database unavailable for too long');
  };

  const write = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!cannotServe(error) || pending.size >= MOST) throw error;
      log.warn({ what, err: error }, 'database unavailable: write postponed');
      const insisting = insist(what, work).finally(() => pending.delete(insisting));
      pending.add(insisting);
    }
  };

  return Object.assign(write, {
    idle: async (withinMs: number) => {
      await Promise.race([Promise.all(pending), sleep(withinMs, null, { ref: false })]);
    },
  });
}
