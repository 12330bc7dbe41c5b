/**
 * Writes that must not be lost. If the database is away or full, they are retried until they succeed: one of them several
 * times a second, and all as soon as that one passes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { within } from '../../background/wait.ts';
import { cannotServe } from './cannot-serve.ts';

export interface RetryUntilWritten {
  /**
   * Resolves when the work is done, or postponed because the database is away or full. The work must tolerate being
   * done twice. False: it is postponed, in the memory of this process alone.
   */
  (what: string, work: () => Promise<void>, keep?: Keep): Promise<boolean>;
  /** Waits for what was postponed, at most this long. */
  idle(withinMs: number): Promise<void>;
}

/** What makes a write survive the process. */
export interface Keep {
  /** Rejects where that is impossible. */
  keep(): Promise<void>;
  /** It is written. Never rejects. */
  drop(): Promise<void>;
}

interface Postponed {
  readonly what: string;
  readonly work: () => Promise<void>;
  readonly keep: Keep | undefined;
  readonly since: number;
}

const PAUSE_MS = 250;
const AT_ONCE = 8;
const MOST = 10_000;

export function createRetryUntilWritten(log: Logger): RetryUntilWritten {
  const pending = new Set<Postponed>();
  let emptying: Promise<void> | null = null;

  /** False: the database is still away. */
  const attempt = async (one: Postponed): Promise<boolean> => {
    const { what, work, keep, since } = one;
    try {
      await work();
      log.info({ what, ms: Math.round(performance.now() - since) }, 'postponed write done');
    } catch (error) {
      if (cannotServe(error)) {
        // Another one is tried next: this one may fail for a reason of its own.
        pending.delete(one);
        pending.add(one);
        return false;
      }
      log.error({ what, err: error }, 'postponed write failed');
    }
    pending.delete(one);
    await keep?.drop();
    return true;
  };

  const empty = async (): Promise<void> => {
    while (pending.size > 0) {
      await sleep(PAUSE_MS, null, { ref: false });
      const [first] = pending;
      let passes = await attempt(first!);
      while (passes && pending.size > 0) {
        const some = [...pending].slice(0, AT_ONCE);
        passes = (await Promise.all(some.map(attempt))).some(Boolean);
      }
    }
    // In the same turn in which nothing was left: what comes next begins again.
    emptying = null;
  };

  const write = async (what: string, work: () => Promise<void>, keep?: Keep): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!cannotServe(error) || pending.size >= MOST) throw error;
      log.warn({ what, err: error }, 'database unavailable: write postponed');
      const kept = await keep?.keep().then(
        () => true,
        (failure: unknown) => {
          log.error({ what, err: failure }, 'failed to keep a postponed write on disk');
          return false;
        },
      );
      pending.add({ what, work, keep, since: performance.now() });
      emptying ??= empty();
      return kept ?? false;
    }
  };

  return Object.assign(write, {
    idle: async (withinMs: number) => {
      if (emptying !== null) await within(emptying, withinMs);
    },
  });
}
