/** Waiting with an end: for a time, for a promise, for a condition. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after this time, or as soon as the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, null, { signal, ref: false }).catch(() => undefined);
}

/**
 * The promise's result; null when it takes longer than this, or the signal aborts first. No time at all is no wait:
 * which of a promise and a timer of no length comes first would depend on how busy the process is.
 */
export async function within<T>(promise: Promise<T>, ms: number, signal?: AbortSignal): Promise<T | null> {
  if (ms === 0) {
    promise.catch(() => undefined);
    return null;
  }
  const settled = new AbortController();
  const either = signal === undefined ? settled.signal : AbortSignal.any([signal, settled.signal]);
  const late = sleep(ms, null, { signal: either }).catch(() => null);
  return Promise.race([promise, late]).finally(() => settled.abort());
}

export interface WaitOptions {
  readonly everyMs: number;
  readonly withinMs: number;
  readonly signal?: AbortSignal;
  /** Registers a listener that ends the pause between two polls. Returns how to remove it. */
  readonly onChange?: (listener: () => void) => () => void;
}

/** Polls until the condition holds; false when the time is over, or the signal aborts first. */
export async function waitUntil(
  condition: () => Promise<boolean>,
  { everyMs, withinMs, signal, onChange }: WaitOptions,
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const changed = new AbortController();
    const leave = onChange?.(() => changed.abort());
    try {
      if (await condition()) return true;
      const left = deadline - performance.now();
      if (left <= 0) return false;
      const either = signal === undefined ? changed.signal : AbortSignal.any([signal, changed.signal]);
      await sleep(Math.min(everyMs, left), null, { signal: either }).catch(() => null);
      if (signal?.aborted) return false;
    } finally {
      leave?.();
    }
  }
}
