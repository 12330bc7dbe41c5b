/**
 * Long work on demand: one run for each key, a few at once, with progress. A call waits for a moment; where that is not
 * enough, it gets the progress, and the result is kept for the next call.
 */
import type { Progress } from '@synapse/contract';
import { createSemaphore } from './semaphore.ts';
import { within } from './wait.ts';

export interface Ended<T> {
  readonly result: T;
  readonly endedAt: number;
}

/** `last`: what came out of it the time before, if that is still kept. */
export type WorkState<T> =
  | ({ readonly running: false } & Ended<T>)
  | { readonly running: true; readonly progress: Progress; readonly last: Ended<T> | null };

export interface LongWork<K extends string, T> {
  ask(key: K): Promise<WorkState<T>>;
}

export interface LongWorkOptions {
  readonly clock: () => number;
  readonly waitMs: number;
  /** The result of work that took longer than a call waits is returned to calls within this time. */
  readonly keepMs: number;
  readonly atOnce: number;
}

interface Run<T> {
  progress: Progress;
  readonly ended: Promise<Ended<T>>;
}

const KEPT_MAX = 1_000;

export function createLongWork<K extends string, T>(
  work: (key: K, report: (done: number, of: number) => void) => Promise<T>,
  { clock, waitMs, keepMs, atOnce }: LongWorkOptions,
): LongWork<K, T> {
  const runs = new Map<string, Run<T>>();
  const kept = new Map<string, Ended<T>>();
  const slots = createSemaphore(atOnce);

  const start = (key: K): Run<T> => {
    const began = performance.now();
    const go = async (): Promise<Ended<T>> => {
      await slots.acquire();
      try {
        const result = await work(key, (done, of) => {
          run.progress = { done, of };
        });
        const ended = { result, endedAt: clock() };
        if (performance.now() - began > waitMs) keep(key, ended);
        return ended;
      } finally {
        slots.release();
        runs.delete(key);
      }
    };
    const run: Run<T> = { progress: { done: 0, of: 0 }, ended: go() };
    // A waiting caller gets the failure; without one, the next call starts again.
    run.ended.catch(() => undefined);
    runs.set(key, run);
    return run;
  };

  const keep = (key: K, ended: Ended<T>): void => {
    kept.delete(key);
    kept.set(key, ended);
    for (const oldest of kept.keys()) if (kept.size > KEPT_MAX) kept.delete(oldest);
  };

  return {
    ask: async (key) => {
      const last = kept.get(key) ?? null;
      if (!runs.has(key) && last !== null && clock() - last.endedAt < keepMs) return { running: false, ...last };
      const run = runs.get(key) ?? start(key);
      const ended = await within(run.ended, waitMs);
      return ended === null ? { running: true, progress: run.progress, last } : { running: false, ...ended };
    },
  };
}
