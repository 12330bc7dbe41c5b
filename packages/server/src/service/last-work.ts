/**
 * What is done when the service stops, step by step: a failed one is logged, and one that takes too long is logged and left
 * behind. Neither prevents stopping.
 */
import type { Logger } from 'pino';
import { within } from '../background/wait.ts';

export type LastWork = (step: string, work: () => unknown) => Promise<void>;

/** For one step, for all of them, and for each of those that come when the time is over. */
const STEP_MS = 3_000;
const ALL_MS = 15_000;
const LEAST_MS = 50;

/** `times`: for tests. */
export function createLastWork(log: Logger, times = { stepMs: STEP_MS, allMs: ALL_MS }): LastWork {
  let spent = 0;
  return async (step, work) => {
    const began = performance.now();
    const ms = Math.max(LEAST_MS, Math.min(times.stepMs, times.allMs - spent));
    const finish = async (): Promise<'done'> => {
      await work();
      return 'done';
    };
    try {
      if ((await within(finish(), ms)) === null) log.warn({ step, ms }, 'shutdown: step took too long');
    } catch (error) {
      log.warn({ step, err: error }, 'shutdown: step failed');
    } finally {
      spent += performance.now() - began;
    }
  };
}
