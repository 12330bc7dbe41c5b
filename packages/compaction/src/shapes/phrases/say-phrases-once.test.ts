import { describe, expect, it } from 'vitest';
import { CASE_SETS, FIRST_CONTACT, readCases } from '../../../../../test/compaction/corpus-case.ts';
import { randomSource } from '../../../../../test/compaction/pathological-text.ts';
import { cleanLines } from '../../stages/clean-lines.ts';
import { headOf } from './find-phrase.ts';
import { sayPhrasesOnce } from './say-phrases-once.ts';

const charsOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length + 1, 0);

const OPEN = '(in full: “';
const BETWEEN = '”, “';
const CLOSE = '”)';

/** The lines as they were. */
function expandPhrases(lines: readonly string[]): readonly string[] {
  const first = lines[0] ?? '';
  if (!first.startsWith(OPEN) || !first.endsWith(CLOSE)) return lines;
  let result = lines.slice(1);
  const phrases = first.slice(OPEN.length, -CLOSE.length).split(BETWEEN);
  for (const phrase of phrases.reverse()) {
    const short = headOf(phrase);
    if (short !== null) result = result.map((line) => line.replaceAll(short, phrase));
  }
  return result;
}

describe('words that many lines have', () => {
  it('are whole the first and the last time, and short in between', () => {
    const lines = Array.from({ length: 12 }, (_, at) => `parcel ${at * 7} 10.0.0.1 → 10.0.0.2 port=8 ${at * 3}`);
    const result = sayPhrasesOnce(lines);
    expect(result.slice(0, 3)).toEqual([
      '(in full: “10.0.0.1 → 10.0.0.2 port=8”)',
      'parcel 0 10.0.0.1 → 10.0.0.2 port=8 0',
      'parcel 7 10.0.0.1… 3',
    ]);
    expect(result.at(-1)).toBe(lines.at(-1));
    expect(expandPhrases(result)).toEqual(lines);
  });

  it('stay where they are a part of what is said of a name', () => {
    const lines = Array.from({ length: 12 }, (_, at) => `'lane${at}' is never reassigned here. Use a constant instead`);
    expect(sayPhrasesOnce(lines)).toEqual(lines);
  });

  it('stay beside the value that they name', () => {
    const lines = Array.from({ length: 12 }, (_, at) => `[0.001] Macro was defined here: LANE_${at}`);
    expect(sayPhrasesOnce(lines)).toEqual(lines);
  });

  it('stay in a line that names a failure, unless many do', () => {
    const usual = Array.from({ length: 20 }, (_, at) => `gate ${at} 10.0.0.1 → 10.0.0.2 port=8 8088 open`);
    const failed = 'gate 99 10.0.0.1 → 10.0.0.2 port=8 8088 failed';
    const result = sayPhrasesOnce([...usual.slice(0, 9), failed, ...usual.slice(9)]);
    expect(result).toContain(failed);
    expect(result).toContain('gate 4 10.0.0.1…');
  });

  it('are not looked for in a text that has such a first line itself, or is very long', () => {
    const lines = Array.from({ length: 12 }, (_, at) => `${at} 10.0.0.1 → 10.0.0.2 port 8088 open`);
    const again = ['(in full: “x”)', ...lines];
    expect(sayPhrasesOnce(again)).toBe(again);
    const many = Array.from({ length: 4_000 }, (_, at) => `${at} 10.0.0.1 → 10.0.0.2 port 8088 open`);
    expect(sayPhrasesOnce(many)).toBe(many);
  });

  it('can be written out again, in every case', () => {
    for (const one of [...CASE_SETS, ...FIRST_CONTACT].flatMap((set) => readCases(set))) {
      const lines = cleanLines(one.stdout);
      const result = sayPhrasesOnce(lines);
      expect(expandPhrases(result), one.name).toEqual(lines);
      expect(charsOf(result), one.name).toBeLessThanOrEqual(charsOf(lines));
    }
  });

  it('can be written out again, in texts of a few words', () => {
    const words = [
      'lane',
      'of',
      '127.0.0.1',
      '→',
      '[ACK]',
      'Seq=1',
      'Len=0',
      'MD022/blanks',
      '(60%',
      'sure)',
      'a  b',
      '…',
    ];
    for (let seed = 1; seed <= 300; seed++) {
      const random = randomSource(seed);
      const phrase = () => Array.from({ length: 3 + random(6) }, () => words[random(words.length)]).join(' ');
      const phrases = Array.from({ length: 1 + random(4) }, phrase);
      const lines = Array.from({ length: 8 + random(60) }, (_, at) =>
        [at, ...Array.from({ length: 1 + random(3) }, () => phrases[random(phrases.length)]), random(9)].join(' '),
      );
      const result = sayPhrasesOnce(lines);
      expect(expandPhrases(result), `seed ${seed}`).toEqual(lines);
      expect(charsOf(result), `seed ${seed}`).toBeLessThanOrEqual(charsOf(lines));
    }
  });
});
