import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CASE_SETS, readCases } from '../../../test/compaction/corpus-case.ts';
import { compact } from './compact.ts';
import { FAILURE_WORDS, type FilterInput } from './filter.ts';
import { cutMarker } from './marker.ts';
import { FILTERS, SHAPES } from './registry.ts';
import { countChars } from './saved-tokens.ts';
import { cleanLines } from './stages/clean-lines.ts';

const cases = CASE_SETS.flatMap((set) => readCases(set)).filter(({ stdout }) => stdout !== '');
const commands = [...new Set(cases.map(({ command }) => command))];

/** Pieces of real outputs, cut and joined at random, with noise between them. */
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...cases), fc.nat(), fc.nat(3_000))
      .map(([one, from, length]) => one.stdout.slice(from % one.stdout.length, (from % one.stdout.length) + length)),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\r',
      '\x1b[31m',
      '\x1b[',
      '\b\b',
      '\n\n\n\n',
      '\ud83d',
      '{"a":[',
      '[[[[[[',
      '"\\',
      '@@ -1 +1 @@',
      '|||',
      '\t\t',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', ' ', '/', '=', '0', '─', '('), fc.integer({ min: 1, max: 5_000 }))
      .map(([char, count]) => char.repeat(count)),
  },
);
const output = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));

function inputOf(text: string, command: string, exitCode: number): FilterInput {
  const words = command.split(' ');
  return {
    command: { program: words[0] ?? '', args: words.slice(1), sub: words[1] ?? '', rest: words.slice(2), through: [] },
    exitCode,
    lines: cleanLines(text),
    cut: cutMarker('id'),
    tick: () => undefined,
    as: () => null,
  };
}

describe('hostile and broken outputs', () => {
  it('never throw, never grow and are either raw or filtered, whatever the command', () => {
    fc.assert(
      fc.property(fc.constantFrom(...commands), output, fc.constantFrom(0, 1), (command, stdout, exitCode) => {
        const { text, filter } = compact({ command, exitCode, stdout: stdout, recovery: 'id' });
        expect(countChars(text)).toBeLessThanOrEqual(countChars(stdout));
        expect(filter === null).toBe(text === stdout);
      }),
      { numRuns: 600 },
    );
  });

  it('leave every filter standing, even one that was not asked for this', () => {
    fc.assert(
      fc.property(output, fc.constantFrom(...commands), (stdout, command) => {
        const input = inputOf(stdout, command, 1);
        for (const { apply } of [...FILTERS, ...SHAPES]) {
          const lines = apply(input);
          expect(lines === null || Array.isArray(lines)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['spaces', ' '.repeat(300_000)],
    ['spaces in lines', `${' '.repeat(3_000)}x\n`.repeat(100)],
    ['open brackets', '['.repeat(300_000)],
    ['colons', 'a:'.repeat(150_000)],
    ['escapes', '\x1b['.repeat(150_000)],
    ['carriage returns', 'x\r'.repeat(150_000)],
    ['slashes', 'a/'.repeat(150_000)],
    ['dashes', '-'.repeat(300_000)],
    ['digits', '1'.repeat(300_000)],
    ['quotes', '"\\'.repeat(150_000)],
    ['tags', '<a '.repeat(100_000)],
    ['words in lines', `${'error '.repeat(600)}\n`.repeat(80)],
  ])('%s: no filter takes more than linear time', (_, text) => {
    // long enough for quadratic work to take minutes, so the test's own deadline would catch it
    for (const { apply, name } of [...FILTERS, ...SHAPES]) {
      const lines = apply(inputOf(text, 'git diff', 1));
      expect(lines === null || Array.isArray(lines), name).toBe(true);
    }
  });
});

describe('a failed command keeps its errors', () => {
  const told = [
    'FATAL: quota of volume zx81 exceeded',
    'Error: cannot bind qwerty77 to 0.0.0.0',
    'PermissionDenied: denied for user plugh',
    'panic: xyzzy went away',
    'java.lang.IllegalStateException: frobnicator missing',
    'the step foobarbaz failed',
    'SporadicPlughError',
  ];

  it.each(cases.map((one) => [one.name, one] as const))('%s: a line put anywhere is there, or counted', (_, one) => {
    const lines = one.stdout.split('\n');
    for (const [n, line] of told.entries()) {
      const at = Math.floor((lines.length * n) / told.length);
      const stdout = [...lines.slice(0, at), line, ...lines.slice(at)].join('\n');
      const { text } = compact({
        command: one.command,
        exitCode: 1,
        stdout: stdout,
        recovery: 'id',
      });
      const there = text.includes(line) || line.split(/\W+/).every((word) => text.includes(word));
      expect(there || /… \d+ .*left out/.test(text), `${line}\n${text}`).toBe(true);
    }
  });

  it.each(cases.filter(({ exitCode }) => exitCode !== 0).map((one) => [one.name, one] as const))(
    '%s: its own lines are there, or counted',
    (_, one) => {
      const { text } = compact({
        command: one.command,
        exitCode: one.exitCode,
        stdout: one.stdout,
        recovery: 'id',
      });
      const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}_]+/u));
      const heading = /^\W*(?:failures?|errors?|failed|failed (?:tests|suites)|test summary info)(?: \d+)?\W*$/i;
      const lost = cleanLines(one.stdout).filter(
        (line) =>
          FAILURE_WORDS.test(line) &&
          !heading.test(line) &&
          !line
            .replace(/\w+(?:\.{3}|…)/g, '')
            .toLowerCase()
            .split(/[^\p{L}\p{N}_]+/u)
            .every((word) => word.length < 2 || /^\d/.test(word) || words.has(word)),
      );
      expect(lost.length === 0 || /… \d+ .*left out/.test(text), lost.join('\n')).toBe(true);
    },
  );
});
