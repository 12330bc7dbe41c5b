import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { pause, waitUntil, within } from './wait.ts';

const HOUR_MS = 3_600_000;

it('polls again at once when something changed, and listens only while it waits', async () => {
  const changes = new EventEmitter();
  const onChange = (listener: () => void) => {
    changes.on('change', listener);
    return () => changes.off('change', listener);
  };
  let polls = 0;
  const done = waitUntil(
    async () => {
      polls += 1;
      changes.emit('polled');
      return polls === 3;
    },
    { everyMs: HOUR_MS, withinMs: HOUR_MS, onChange },
  );
  for (let count = 1; count < 3; count++) {
    // A change during the poll counts as well: the poll may have read before it.
    const polled = once(changes, 'polled');
    changes.emit('change');
    await polled;
  }
  expect(await done).toBe(true);
  expect(polls).toBe(3);
  expect(changes.listenerCount('change')).toBe(0);
});

it('gives up when its signal aborts, or the time is over, without another poll', async () => {
  // Before the pause, and in the middle of it.
  for (const soon of [queueMicrotask, setImmediate]) {
    const stop = new AbortController();
    let polls = 0;
    const waiting = waitUntil(
      async () => {
        polls += 1;
        soon(() => stop.abort());
        return polls > 1;
      },
      { everyMs: HOUR_MS, withinMs: HOUR_MS, signal: stop.signal },
    );
    expect(await waiting).toBe(false);
    expect(polls).toBe(1);
  }
  expect(await waitUntil(async () => false, { everyMs: HOUR_MS, withinMs: 0 })).toBe(false);
});

it('removes its listener when the condition throws', async () => {
  let listeners = 0;
  const onChange = () => {
    listeners += 1;
    return () => listeners--;
  };
  const failing = waitUntil(() => Promise.reject(new Error('away')), { everyMs: 1, withinMs: HOUR_MS, onChange });
  await expect(failing).rejects.toThrow('away');
  expect(listeners).toBe(0);
});

it('resolves with what comes first: the promise, the time, the signal', async () => {
  const never = new Promise<string>(() => undefined);
  expect(await within(Promise.resolve('there'), HOUR_MS)).toBe('there');
  expect(await within(never, 1)).toBeNull();
  expect(await within(never, HOUR_MS, AbortSignal.abort())).toBeNull();
  await expect(within(Promise.reject(new Error('failed')), HOUR_MS)).rejects.toThrow('failed');
  // No time at all: not even for what is there already.
  expect(await within(Promise.resolve('there'), 0)).toBeNull();
  expect(await within(Promise.reject(new Error('failed')), 0)).toBeNull();
  await pause(HOUR_MS, AbortSignal.abort());
});
