import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createLocalBus } from '../../bus/bus.ts';
import { createRunningCalls } from './running-calls.ts';

const key = { tokenId: 't', client: 'a', id: 1 };

describe('running calls', () => {
  it('cancels the one call of that token, client and id', () => {
    const running = createRunningCalls(createLocalBus());
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
    const running = createRunningCalls(createLocalBus());
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
    const running = createRunningCalls(createLocalBus());
    const abort = new AbortController();
    const remove = running.add(key, abort);
    expect(running.size).toBe(1);
    remove();
    remove();
    expect(running.size).toBe(0);
    running.cancel(key);
    expect(abort.signal.aborted).toBe(false);
  });

  it('reaches the instance where the call runs, until that is closed', async () => {
    const bus = createLocalBus();
    const [here, there] = [createRunningCalls(bus), createRunningCalls(bus)];
    const abort = new AbortController();
    const aborted = once(abort.signal, 'abort');
    there.add(key, abort);
    here.cancel(key);
    await aborted;

    const later = new AbortController();
    there.add({ ...key, id: 2 }, later);
    there.close();
    const delivered = new Promise<void>((resolve) => bus.subscribe('mcp.cancel', () => resolve()));
    here.cancel({ ...key, id: 2 });
    await delivered;
    expect(later.signal.aborted).toBe(false);
    here.close();
  });

  it('ends everything on demand', () => {
    const running = createRunningCalls(createLocalBus());
    const calls = [1, 2, 2].map((id) => {
      const abort = new AbortController();
      running.add({ ...key, id }, abort);
      return abort;
    });
    running.abortAll();
    expect(calls.every(({ signal }) => signal.aborted)).toBe(true);
  });
});
