/** Names between braces: shorter, and every line can be had back. */
import { describe, expect, it } from 'vitest';
import { FIRST_CONTACT, readCases } from '../../../../test/compaction/corpus-case.ts';
import { randomSource } from '../../../../test/compaction/pathological-text.ts';
import { cleanLines } from '../stages/clean-lines.ts';
import { expandNames, joinNames } from './join-names.ts';

const files = (count: number, name: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => name(at));
const expand = (lines: readonly string[]): string[] => lines.flatMap(expandNames);
const looksJoined = (line: string): boolean => expandNames(line).length > 1 || expandNames(line)[0] !== line;

describe('lines that differ in one part of a path', () => {
  it('are one, between a first and a last that stay whole', () => {
    const lines = files(8, (at) => `./lane0/parcel${at * 7}.bin: OK`);
    expect(joinNames(lines)).toEqual([
      './lane0/parcel0.bin: OK',
      './lane0/parcel{7,14,21,28,35,42}.bin: OK',
      './lane0/parcel49.bin: OK',
    ]);
  });

  it('say numbers without a gap as a range', () => {
    expect(joinNames(files(9, (at) => `A src/depot/part${at + 3}.c`))[1]).toBe('A src/depot/part{4…10}.c');
  });

  it('keep names of letters whole', () => {
    const names = ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'ginkgo'];
    expect(joinNames(names.map((name) => `lib/main.js → lib/shared/${name}.js`))[1]).toBe(
      'lib/main.js → lib/shared/{birch.js,cedar.js,dogwood.js,elm.js,fir.js}',
    );
  });

  it.each([
    ['a row of values', (at: number) => `src/part${at}.py  5  0  37`],
    ['a name that is no path', (at: number) => `skipped function gate${at} of this long line`],
    ['a failure', (at: number) => `error: src/depot/part${at}.c is damaged`],
    ['a secret’s place', (at: number) => `src/depot/{{TOKEN}}/part${at}.bin`],
    ['a hidden secret', (at: number) => `src/depot/•••/part${at}.bin`],
  ])('not where it is %s', (_, name) => {
    const lines = files(9, name);
    expect(joinNames(lines)).toBe(lines);
  });

  it('not in a text that has such braces itself', () => {
    const lines = ['cp a.{c,h} dist', ...files(9, (at) => `src/depot/part${at}.c`)];
    expect(joinNames(lines)).toBe(lines);
  });
});

describe('expanding gives the lines back', () => {
  it.each(FIRST_CONTACT)('of every output of %s', (set) => {
    let joined = 0;
    for (const { stdout } of readCases(set)) {
      const lines = cleanLines(stdout);
      if (lines.some(looksJoined)) continue;
      const short = joinNames(lines);
      if (short !== lines) joined++;
      expect(expand(short)).toEqual(lines);
    }
    expect(joined).toBeGreaterThan(0);
  });

  it('of lines made at random', () => {
    const random = randomSource(5);
    const pick = (of: readonly string[]): string => of[random(of.length)] as string;
    let joined = 0;
    for (let trial = 0; trial < 3_000; trial++) {
      const parts = [pick(['a/', 'src/lane/', '']), pick(['x', 'part', '7']), '', pick(['.c', '', ': OK', '/end é'])];
      const lines = files(6 + random(12), (at) => {
        const name = random(4) === 0 ? pick(['1', '01', 'b', '', 'é1', 'x y', '9…11']) : `${at + random(2)}`;
        return parts.with(2, name).join('');
      });
      const short = joinNames(lines);
      if (short.length < lines.length) joined++;
      expect(expand(short)).toEqual(lines);
    }
    expect(joined).toBeGreaterThan(300);
  });
});
