import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NestedTooDeep, readScript, TooManyPieces, TooMuchToRead } from './index.ts';
import { MOST_PIECES } from './reader.ts';

/** Texts of a given size that would make a careless reader look at the same characters again and again. */
const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
  substitutions: (size) => '$(a) '.repeat(size / 5),
  'open substitutions': (size) => '$('.repeat(size / 2),
  parentheses: (size) => '( '.repeat(size / 2),
  'double parentheses': (size) => '(('.repeat(size / 2),
  'closed parentheses': (size) => '(a);'.repeat(size / 4),
  defaults: (size) => '"${a:-'.repeat(size / 6),
  backticks: (size) => '`'.repeat(size),
  'escaped backticks': (size) => '\\`'.repeat(size / 2),
  'nested backticks': (size) =>
    `${[0, 1, 3, 7, 15].map((count) => `${'\\'.repeat(count)}\``).join('a ')}${'x'.repeat(size)}`,
  arithmetic: (size) => '$(('.repeat(size / 3),
  'nested here-documents': (size) => 'cat <<A\n$('.repeat(size / 10),
  'pending here-documents': (size) => `${'<<A '.repeat(size / 4)}\n`,
  'here-documents': (size) => 'cat <<A\nx\\\nA\n'.repeat(size / 14),
  'here-documents in backticks': (size) => 'cat <<A\n`'.repeat(size / 9),
  cases: (size) => 'case a in a) '.repeat(size / 13),
  branches: (size) => `if a; then b; ${'elif a; then b; '.repeat(size / 16)}fi`,
  subscripts: (size) => `${'a['.repeat(size / 2)}]=`,
  braces: (size) => '{'.repeat(size),
  'brace lists': (size) => `{${','.repeat(size)}`,
  commands: (size) => 'a;'.repeat(size / 2),
  pipes: (size) => `${'a|'.repeat(size / 2)}a`,
  negations: (size) => '! '.repeat(size / 2),
  times: (size) => 'time '.repeat(size / 5),
  'continued lines': (size) => '\\\n'.repeat(size / 2),
  quotes: (size) => "''".repeat(size / 2),
  'ansi quotes': (size) => "$'\\'".repeat(size / 4),
  arrays: (size) => 'a=(1) '.repeat(size / 6),
  brackets: (size) => '[[ '.repeat(size / 3),
  'regular expressions': (size) => `[[ a =~ ${'('.repeat(size)}`,
  functions: (size) => 'f() '.repeat(size / 4),
  digits: (size) => `${'1'.repeat(size)}>`,
  dollars: (size) => '$'.repeat(size),
  names: (size) => `__synapse_v${'_'.repeat(size)}`,
};

function steps(text: string): number {
  try {
    return readScript(text).steps;
  } catch (error) {
    if (error instanceof TooMuchToRead) return 0;
    throw error;
  }
}

describe('how much the reader looks at', () => {
  it.each(Object.entries(HOSTILE))('%s: twice the text, twice the steps', (_, text) => {
    // Short texts are read to their end, whatever they consist of.
    const [half, whole] = [steps(text(8_192)), steps(text(16_384))];
    expect(whole).toBeLessThanOrEqual(2.1 * half + 1_000);
    expect(steps(text(65_536))).toBeLessThanOrEqual(16 * 65_536);
  });

  it.each([
    ['commands', 'a;', 4],
    ['lines', 'a\n', 4],
    ['subshells', '(a);', 6],
    ['words', 'a ', 2],
    ['parameters', '$a', 1],
  ])('as many %s as pieces allow, and no more', (_, piece, pieces) => {
    const most = Math.floor(MOST_PIECES / pieces) - 4;
    expect(readScript(piece.repeat(most - (most % 2))).problem).toBeNull();
    expect(() => readScript(piece.repeat(most + 8))).toThrow(TooManyPieces);
  });

  it('takes few steps per character on any text', () => {
    const token = fc.constantFrom(
      ...['$(', ')', '(', '`', '\\', '"', "'", '${a:-', '}', '<<E\n', '\nE\n', 'a', ' ', ';'],
      ...[
        '$((',
        '))',
        '{',
        ',',
        '|',
        '&',
        '[[ ',
        'case a in ',
        'esac',
        'if ',
        '\n',
        '=',
        '[',
        '#',
        "$'",
        'time ',
        '! ',
      ],
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 300 }), (tokens) => {
        const text = tokens.join('');
        expect(steps(text)).toBeLessThanOrEqual(30 * text.length + 100);
      }),
      { numRuns: 1500 },
    );
  });

  it('throws nothing but its own error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(() => steps(text)).not.toThrow();
      }),
      { numRuns: 1000 },
    );
    expect(() => readScript('$('.repeat(101))).toThrow(NestedTooDeep);
    expect(readScript(`${'$('.repeat(20)}a${')'.repeat(20)}`).problem).toBeNull();
  });
});
