/** Days and constant fields of a log, said once: each entry can be had back. */
import { describe, expect, it } from 'vitest';
import { sayDaysOnce } from './say-days-once.ts';

const many = (count: number, line: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => line(at));
const two = (at: number): string => `${10 + (at % 50)}`;

describe('the day of a log', () => {
  it.each([
    ['2026-11-15T', '2026-11-15:'],
    ['2026-11-15 ', '2026-11-15:'],
    ['[2026/11/15 ', '2026/11/15:'],
    ['ts=2026-11-15T', 'ts=2026-11-15:'],
    ['15-Nov-2026 ', '15-Nov-2026:'],
    ['Nov  5 ', 'Nov  5:'],
  ])('%j is said once', (prefix, heading) => {
    const times = many(12, (at) => `20:03:${two(at)} step ${at} was taken`);
    expect(sayDaysOnce(times.map((time) => prefix + time))).toEqual([heading, ...times]);
  });

  it('is said again when it changes', () => {
    const day = (name: string) => many(9, (at) => `${name} 20:03:${two(at)} step ${at} done`);
    const text = sayDaysOnce([...day('2026-11-15'), ...day('2026-11-16')]) ?? [];
    expect(text.indexOf('2026-11-15:')).toBe(0);
    expect(text.indexOf('2026-11-16:')).toBe(10);
    expect(text.length).toBe(20);
  });

  it('stays where days alternate, or where a line has a time of an unknown day', () => {
    const mixed = many(12, (at) => `2026-11-1${at % 2} 20:03:${two(at)} step ${at} done`);
    expect(sayDaysOnce(mixed)).toBeNull();
    const bare = many(12, (at) => `2026-11-15 20:03:${two(at)} step ${at} done`).with(5, '20:03:15 step 5 done');
    expect(sayDaysOnce(bare)).toBeNull();
  });
});

describe('fields that never change', () => {
  it('end without the bracket that was opened before the day', () => {
    const lines = many(12, (at) => `[2026-11-15 20:03:${two(at)}.5 +0000] [1] step ${at} was taken`);
    expect(sayDaysOnce(lines)?.[0]).toBe('2026-11-15: (in every entry: +0000 [1])');
  });

  const entry = (at: number, host = 'depot1') => `Nov 15 20:03:${two(at)} ${host} gated[71]: parcel ${at} went by`;

  it('are said once, and only if they are the same in every entry', () => {
    expect(sayDaysOnce(many(12, (at) => entry(at)))?.slice(0, 2)).toEqual([
      'Nov 15: (in every entry: depot1 gated[71]:)',
      '20:03:10 parcel 0 went by',
    ]);
    const odd = sayDaysOnce(many(12, (at) => entry(at, at === 7 ? 'depot2' : 'depot1'))) ?? [];
    expect(odd[0]).toBe('Nov 15: (in every entry: gated[71]:)');
    expect(odd.filter((line) => line.includes('depot2'))).toEqual(['20:03:17 depot2 parcel 7 went by']);
    expect(odd.filter((line) => line.includes(' depot1 ')).length).toBe(11);
  });

  it('leave what is no entry as it is', () => {
    const lines = many(12, (at) => entry(at)).toSpliced(4, 0, '    at gate.open (gate.js:4:2)');
    expect(sayDaysOnce(lines)?.[5]).toBe('    at gate.open (gate.js:4:2)');
  });
});

describe('entries within one second', () => {
  const entry = (at: number, text = `step ${at}`) => `2026-11-15 20:03:07.${100 + at} ${text} done`;

  it('say it whole at both ends, and where they name a problem', () => {
    const lines = many(12, (at) => (at === 5 ? entry(at, 'retry failed, not') : entry(at)));
    expect(sayDaysOnce(lines)).toEqual([
      '2026-11-15:',
      '20:03:07.100 step 0 done',
      ...many(4, (at) => `.${101 + at} step ${at + 1} done`),
      '20:03:07.105 retry failed, not done',
      ...many(5, (at) => `.${106 + at} step ${at + 6} done`),
      '20:03:07.111 step 11 done',
    ]);
  });

  it('say it each time where seconds change often, or have no parts', () => {
    const often = sayDaysOnce(many(12, (at) => `2026-11-15 20:03:${two(at >> 1)}.100 step ${at} done`)) ?? [];
    expect(often.slice(1).every((line) => line.startsWith('20:03:'))).toBe(true);
    const whole = sayDaysOnce(many(12, (at) => `2026-11-15 20:03:07 step ${at} done`)) ?? [];
    expect(whole.slice(1).every((line) => line.startsWith('20:03:07 '))).toBe(true);
  });
});
