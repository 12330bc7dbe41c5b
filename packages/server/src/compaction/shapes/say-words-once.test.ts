/** Ditto marks: shorter rows, and every line can be had back. */
import { describe, expect, it } from 'vitest';
import { FIRST_CONTACT, readCases } from '../../../../../test/compaction/corpus-case.ts';
import { randomSource } from '../../../../../test/compaction/pathological-text.ts';
import { cleanLines } from '../stages/clean-lines.ts';
import { sayWordsOnce } from './say-words-once.ts';

const many = (count: number, line: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => line(at));

/** The lines as they were, by what the first line says. */
function expandWords(lines: readonly string[]): string[] {
  if (lines[0] !== '(″ is the word above it)') return [...lines];
  let above: readonly string[] = [];
  return lines.slice(1).map((line) => {
    above = line.split(' ').map((word, i) => (word === '″' ? (above[i] ?? word) : word));
    return above.join(' ');
  });
}

describe('a name that stands where it stood in the line above', () => {
  it('is a ditto mark, which is explained', () => {
    const lines = many(12, (at) => `row ${at} of depot_storage_north here`);
    expect(sayWordsOnce(lines).slice(0, 3)).toEqual([
      '(″ is the word above it)',
      'row 0 of depot_storage_north here',
      'row 1 of ″ here',
    ]);
  });

  it('stays where it names a failure, and the next line refers to it', () => {
    const lines = many(14, (at) => `${at === 5 ? 'error' : 'row'} ${at} of depot_storage_north`);
    const text = sayWordsOnce(lines);
    expect(text[6]).toBe('error 5 of depot_storage_north');
    expect(text[7]).toBe('row 6 of ″');
  });

  it.each([
    ['numbers', (at: number) => `row ${at} of 4567890123 here`],
    ['times', (at: number) => `row ${at} at 2026-11-15 20:15:03 here`],
    ['labels', (at: number) => `row Counter32value: ${at}`],
    ['short words', (at: number) => `row ${at} went to the north`],
    ['marks of its own', (at: number) => `row ${at} of depot_storage_north 5″`],
    ['what was left out', (at: number) => `… ${at} of depot_storage_north`],
  ])('but %s are not', (_, line) => {
    const lines = many(20, line);
    expect(sayWordsOnce(lines)).toBe(lines);
  });
});

describe('expanding gives the lines back', () => {
  it.each(FIRST_CONTACT)('of every output of %s', (set) => {
    let changed = 0;
    for (const { stdout } of readCases(set)) {
      const lines = cleanLines(stdout);
      const short = sayWordsOnce(lines);
      if (short !== lines) changed++;
      expect(expandWords(short)).toEqual(lines);
    }
    expect(changed).toBeGreaterThan(3);
  });

  it('of lines made at random', () => {
    const random = randomSource(9);
    const words = ['depot_north', 'lane7/gate', 'a', '', 'error', '…', '12:30:11', 'warehouse-2', '|x|', 'longestword'];
    let changed = 0;
    for (let trial = 0; trial < 100; trial++) {
      const lines = many(600, () => many(1 + random(4), () => words[random(words.length)] as string).join(' '));
      const short = sayWordsOnce(lines);
      if (short !== lines) changed++;
      expect(expandWords(short)).toEqual(lines);
    }
    expect(changed).toBeGreaterThan(10);
  });
});
