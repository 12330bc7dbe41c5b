/** Work that is repeated: one run at a time, and a failed one ends nothing. */
import type { Logger } from 'pino';
import { oneAtATime } from './one-at-a-time.ts';

export interface Polling {
  /** Runs it now, or once more after the run under way, which may have read too early. */
  wake(): Promise<void>;
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
  let [running, stopped] = [false, false];
  const run = oneAtATime(async () => {
    if (stopped) return;
    running = true;
    await work().catch((error: unknown) => log.warn({ err: error }, failure));
    running = false;
  });
  const tick = (): void => {
    if (!running) void run();
  };
  const timers = [setInterval(tick, everyMs).unref()];
  if (firstMs !== undefined) timers.push(setTimeout(tick, firstMs).unref());
  return {
    wake: run,
    stop: () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
