import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLongWork } from './long-work.ts';

/** Work that ends when it is told to. */
function controlled(atOnce = 2, waitMs = 5) {
  const open: {
    key: string;
    report: (done: number, of: number) => void;
    end: (result: string) => void;
    fail: () => void;
  }[] = [];
  let now = 1_000;
  const work = createLongWork<string, string>(
    (key, report) =>
      new Promise((end, reject) => open.push({ key, report, end, fail: () => reject(new Error('broken')) })),
    { clock: () => now, waitMs, keepMs: 100, atOnce },
  );
  return { work, open, advance: (ms: number) => (now += ms) };
}

describe('long work', () => {
  it('answers at once where it is short, and keeps nothing of it', async () => {
    const { work, open } = controlled(2, 60_000);
    const asked = work.ask('ada');
    await nextTurn();
    open[0]!.end('first');
    expect(await asked).toEqual({ running: false, result: 'first', endedAt: 1_000 });
    const again = work.ask('ada');
    await nextTurn();
    open[1]!.end('second');
    expect(await again).toMatchObject({ result: 'second' });
  });

  it('says how far it is, runs once for all who ask, and keeps the result for a while', async () => {
    const { work, open, advance } = controlled();
    expect(await work.ask('ada')).toEqual({ running: true, progress: { done: 0, of: 0 }, last: null });
    open[0]!.report(7, 10);
    const both = await Promise.all([work.ask('ada'), work.ask('ada')]);
    expect(both).toEqual(both.map(() => ({ running: true, progress: { done: 7, of: 10 }, last: null })));
    expect(open).toHaveLength(1);
    open[0]!.end('long');
    expect(await work.ask('ada')).toEqual({ running: false, result: 'long', endedAt: 1_000 });
    expect(open).toHaveLength(1);
    advance(100);
    const last = { result: 'long', endedAt: 1_000 };
    expect(await work.ask('ada')).toEqual({ running: true, progress: { done: 0, of: 0 }, last });
    expect(open).toHaveLength(2);
  });

  it('lets only so many run at once, and the others in turn', async () => {
    const { work, open } = controlled(1);
    await Promise.all(['ada', 'bob', 'eve'].map((key) => work.ask(key)));
    expect(open.map(({ key }) => key)).toEqual(['ada']);
    open[0]!.fail();
    await work.ask('bob');
    expect(open.map(({ key }) => key)).toEqual(['ada', 'bob']);
    open[1]!.end('done');
    await work.ask('eve');
    expect(open.map(({ key }) => key)).toEqual(['ada', 'bob', 'eve']);
  });

  it('tells a failure to who waits, and begins anew for the next', async () => {
    const { work, open } = controlled(2, 60_000);
    const asked = work.ask('ada');
    await nextTurn();
    open[0]!.fail();
    await expect(asked).rejects.toThrow('broken');
    const next = work.ask('ada');
    await nextTurn();
    open[1]!.end('mended');
    expect(await next).toMatchObject({ running: false, result: 'mended' });
  });
});
