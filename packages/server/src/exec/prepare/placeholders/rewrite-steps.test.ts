/** Counts what is read: however many placeholders a command has, each of its words is read a few times. */
import { readScript, visitList } from '@synapse/shell';
import { describe, expect, it, vi } from 'vitest';
import { evaluatedWord } from './evaluating-builtins.ts';
import { holesOf } from './placeholder.ts';
import { rewriteScript } from './rewrite-script.ts';
import { SECRET } from './said-words.ts';

const PLACEHOLDERS = 1_000;
const READS_PER_WORD = 10;

describe('a thousand placeholders', () => {
  it.each([
    ': "{{A}}" ',
    'echo {{A}} ',
    'printf "%s" {{A}} ',
    'command echo -n "{{A}}" ',
    'cat {{A}} | tee {{A}} ',
    'X={{A}} Y=({{A}}) curl {{A}} ',
  ])('after: %s', (start) => {
    const script = readScript(start + '"{{A}}" '.repeat(PLACEHOLDERS), { holeAt: holesOf(() => true) });
    let words = 0;
    let reads = 0;
    visitList(script.list, {
      word: (word) => {
        words += 1;
        const { parts } = word;
        const get = () => {
          reads += 1;
          return parts;
        };
        Object.defineProperty(word, 'parts', { get });
      },
    });
    const rewritten = rewriteScript(script, { isSecret: () => true, variableOf: () => 'v', delimiter: 'eof' });
    expect(rewritten).not.toContain('{{');
    expect(rewritten.split(`"\${v}"`).length).toBeGreaterThan(PLACEHOLDERS);
    expect(words).toBeGreaterThan(PLACEHOLDERS);
    expect(reads).toBeLessThan(words * READS_PER_WORD);
  });

  it.each([
    ['export', `A=${SECRET}`],
    ['declare', `A=${SECRET}`],
    ['test', SECRET],
    ['read', `-p${SECRET}`],
  ])('as arguments of %s', (program, word) => {
    const said = [program, ...Array.from({ length: PLACEHOLDERS }, () => word)];
    const tests = vi.spyOn(RegExp.prototype, 'test');
    const searches = vi.spyOn(Array.prototype, 'includes');
    try {
      expect(evaluatedWord(said)).toBeNull();
      expect(tests.mock.calls.length).toBeLessThan(said.length * READS_PER_WORD);
      expect(searches.mock.calls.length).toBeLessThan(READS_PER_WORD);
    } finally {
      vi.restoreAllMocks();
    }
  });
});
