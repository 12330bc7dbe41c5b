import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { poll } from './poll.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const warn = vi.fn();
/** Work whose runs end when the test says so. */
function controlled() {
  const ends: ((error?: Error) => void)[] = [];
  const work = vi.fn(
    () => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
  );
  const end = async (error?: Error): Promise<void> => {
    ends.shift()!(error);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { work, end };
}
const start = (work: () => Promise<unknown>, firstMs?: number) =>
  poll({
    everyMs: 100,
    ...(firstMs === undefined ? {} : { firstMs }),
    work,
    log: { warn } as never,
    failure: 'failed to look',
  });

describe('polling', () => {
  it('runs one at a time: an interval that comes too early is left out', async () => {
    const { work, end } = controlled();
    const polling = start(work);
    await vi.advanceTimersByTimeAsync(350);
    expect(work).toHaveBeenCalledTimes(1);
    await end();
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(work).toHaveBeenCalledTimes(2);
    polling.stop();
  });

  it('once woken runs now, or once more after the run under way', async () => {
    const { work, end } = controlled();
    const polling = start(work);
    polling.wake();
    expect(work).toHaveBeenCalledTimes(1);
    polling.wake();
    polling.wake();
    expect(work).toHaveBeenCalledTimes(1);
    await end();
    expect(work).toHaveBeenCalledTimes(2);
    await end();
    expect(work).toHaveBeenCalledTimes(2);
    polling.stop();
  });

  it('goes on after a failure, which is in the log', async () => {
    const { work, end } = controlled();
    const polling = start(work, 10);
    await vi.advanceTimersByTimeAsync(10);
    await end(new Error('away'));
    expect(warn).toHaveBeenCalledWith({ err: expect.any(Error) }, 'failed to look');
    await vi.advanceTimersByTimeAsync(100);
    expect(work).toHaveBeenCalledTimes(2);
    polling.stop();
  });

  it('begins nothing after its stop, not even what it was woken for', async () => {
    const { work, end } = controlled();
    const polling = start(work, 10);
    await vi.advanceTimersByTimeAsync(10);
    polling.wake();
    polling.stop();
    await end();
    polling.wake();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
