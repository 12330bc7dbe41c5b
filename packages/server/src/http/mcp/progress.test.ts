import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EventStream, PROGRESS_TIMES, startProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function recorder() {
  const sent: { progress: number; message?: string; total?: number; progressToken: unknown }[] = [];
  const seen = { opened: 0, keepAlives: 0, congested: false, sent };
  const stream: EventStream = {
    get congested() {
      return seen.congested;
    },
    send: (json) => void sent.push(JSON.parse(json).params),
    keepAlive: () => void seen.keepAlives++,
  };
  const open = () => {
    seen.opened++;
    return stream;
  };
  return { seen, open };
}

describe('progress', () => {
  it('opens nothing for a call that ends at once', () => {
    const { seen, open } = recorder();
    startProgress(open, 't').stop();
    vi.advanceTimersByTime(60_000);
    expect(seen.opened).toBe(0);
  });

  it('is heard at least every 5 s, with a sign of life at least every 15 s', () => {
    expect(PROGRESS_TIMES.progressEveryMs).toBeLessThan(5000);
    const { seen, open } = recorder();
    const progress = startProgress(open, 't');
    vi.advanceTimersByTime(31_000);
    progress.stop();
    expect(seen.opened).toBe(1);
    expect(seen.sent.length).toBeGreaterThanOrEqual(6);
    expect(seen.keepAlives).toBeGreaterThanOrEqual(2);
    const before = seen.sent.length;
    vi.advanceTimersByTime(60_000);
    expect(seen.sent.length).toBe(before);
  });

  it('only keeps alive where no progress was asked for', () => {
    const { seen, open } = recorder();
    const progress = startProgress(open, undefined);
    progress.report('unheard', 1);
    expect(seen.opened).toBe(0);
    vi.advanceTimersByTime(31_000);
    progress.stop();
    expect(seen.sent).toEqual([]);
    expect(seen.keepAlives).toBeGreaterThanOrEqual(2);
  });

  it('always grows, whatever a handler reports', () => {
    const { seen, open } = recorder();
    const progress = startProgress(open, 7);
    for (const value of [0, 50, 50, 20, undefined, 100]) progress.report('m', value, 100);
    vi.advanceTimersByTime(10_000);
    progress.stop();
    const values = seen.sent.map((each) => each.progress);
    expect(values.slice(0, 2)).toEqual([0, 50]);
    for (let at = 1; at < values.length; at++) expect(values[at]).toBeGreaterThan(values[at - 1]!);
    expect(seen.sent.at(-1)).toMatchObject({ progressToken: 7, message: 'm', total: 100 });
  });

  it('leaves out what a slow reader cannot take', () => {
    const { seen, open } = recorder();
    const progress = startProgress(open, 't');
    seen.congested = true;
    for (let at = 0; at < 1000; at++) progress.report('m', at);
    expect(seen.sent).toEqual([]);
    seen.congested = false;
    progress.report('again', 1001);
    progress.stop();
    expect(seen.sent).toHaveLength(1);
  });
});
