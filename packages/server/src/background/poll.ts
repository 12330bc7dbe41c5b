/** Work that is done again and again: one run at a time, and a failed one ends nothing. */
import type { Logger } from 'pino';

export interface Polling {
  /** Does it now, or right after the run under way, which may have looked before there was something to do. */
  wake(): void;
  /** Begins no further run. */
  stop(): void;
}

export interface PollOptions {
  readonly everyMs: number;
  /** After the start; by default as long as between two runs. */
  readonly firstMs?: number;
  readonly work: () => Promise<unknown>;
  readonly log: Pick<Logger, 'warn'>;
  /** What the log says when a run fails. */
  readonly failure: string;
}

export function poll({ everyMs, firstMs, work, log, failure }: PollOptions): Polling {
  let [running, again, stopped] = [false, false, false];
  const run = async (): Promise<void> => {
    if (running || stopped) return;
    running = true;
    do {
      again = false;
      try {
        await work();
      } catch (error) {
        log.warn({ err: error }, failure);
      }
    } while (again && !stopped);
    running = false;
  };
  const timers = [setInterval(() => void run(), everyMs).unref()];
  if (firstMs !== undefined) timers.push(setTimeout(() => void run(), firstMs).unref());
  return {
    wake: () => {
      again = running;
      void run();
    },
    stop: () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
