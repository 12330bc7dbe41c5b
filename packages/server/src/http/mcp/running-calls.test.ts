import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type CallKey, type CancelBus, createRunningCalls } from './running-calls.ts';

const key = { tokenId: 't', client: 'a', id: 1 };

describe('running calls', () => {
  it('cancels the one call of that token, client and id', () => {
    const running = createRunningCalls();
    const others = [
      { ...key, tokenId: 'u' },
      { ...key, client: 'b' },
      { ...key, id: '1' },
      { ...key, id: 2 },
    ].map((other) => {
      const abort = new AbortController();
      running.add(other, abort);
      return abort;
    });
    const mine = new AbortController();
    running.add(key, mine);
    running.cancel(key);
    expect(mine.signal.aborted).toBe(true);
    expect(others.map(({ signal }) => signal.aborted)).toEqual([false, false, false, false]);
  });

  it('cancels neither of two calls that nothing tells apart', () => {
    const running = createRunningCalls();
    const [first, second] = [new AbortController(), new AbortController()];
    const removeFirst = running.add(key, first);
    running.add(key, second);
    running.cancel(key);
    expect([first.signal.aborted, second.signal.aborted]).toEqual([false, false]);
    removeFirst();
    running.cancel(key);
    expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true]);
  });

  it('forgets a call that has ended, once', () => {
    const running = createRunningCalls();
    const abort = new AbortController();
    const remove = running.add(key, abort);
    expect(running.size).toBe(1);
    remove();
    remove();
    expect(running.size).toBe(0);
    running.cancel(key);
    expect(abort.signal.aborted).toBe(false);
  });

  it('reaches the instance where the call runs', () => {
    const wire = new EventEmitter<{ cancel: [CallKey] }>();
    const bus: CancelBus = {
      publish: (key) => wire.emit('cancel', key),
      subscribe: (listener) => {
        wire.on('cancel', listener);
        return () => wire.off('cancel', listener);
      },
    };
    const [here, there] = [createRunningCalls(bus), createRunningCalls(bus)];
    const abort = new AbortController();
    there.add(key, abort);
    here.cancel(key);
    expect(abort.signal.aborted).toBe(true);
    here.close();
    there.close();
    expect(wire.listenerCount('cancel')).toBe(0);
  });

  it('ends everything on demand', () => {
    const running = createRunningCalls();
    const calls = [1, 2, 2].map((id) => {
      const abort = new AbortController();
      running.add({ ...key, id }, abort);
      return abort;
    });
    running.abortAll();
    expect(calls.every(({ signal }) => signal.aborted)).toBe(true);
  });
});
