/** Words that are read as plain are exactly what shells pass on: checked with the shells that are installed here. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlainWord, readPipeline } from './plain-words.ts';

const token = fc.constantFrom(
  ...["'", '"', '\\', '$', '`', '|', ';', '&', '<', '>', '(', ')', '{', '}', ',', '#', '!', '=', '~', '*', '?', '['],
  ...[' ', '  ', '\t', '\n', 'a', 'bc', '-d', '--e', 'x/y', '.', '1', 'é', "'f g'", '"h i"', 'if', 'time'],
);

/** Texts that are read as one command, with the words found in them. */
function readable(count: number): { script: string; words: PlainWord[] }[] {
  return fc
    .sample(fc.array(token, { minLength: 1, maxLength: 7 }), { numRuns: count, seed: 7 })
    .map((tokens) => `w ${tokens.join('')}`)
    .flatMap((script) => {
      const commands = readPipeline(script);
      return commands?.length === 1 ? [{ script, words: commands[0]! }] : [];
    });
}

describe('plain words', () => {
  const cases = readable(6_000);

  it('are found often enough to tell anything', () => {
    expect(cases.length).toBeGreaterThan(300);
    expect(cases.some(({ words }) => words.some(({ isPattern }) => isPattern))).toBe(true);
  });

  it.each(['sh', 'bash'])('are those that %s hands over', (shell) => {
    const scripts = cases.map(({ script }) => `${script.trim()}\nprintf '\\036'`);
    const input = `HOME='~'; w() { [ $# = 0 ] || printf '%s\\037' "$@"; }; set -f\n${scripts.join('\n')}`;
    const said = execFileSync(shell, { input, encoding: 'utf8', cwd: '/' }).split('\u001e').slice(0, -1);
    // Where the home directory is meant, `~` stays: the test tells the shell that `~` is its home.
    expect(said).toEqual(
      cases.map(({ words }) =>
        words
          .slice(1)
          .map(({ text }) => `${text}\u001f`)
          .join(''),
      ),
    );
  });

  it.each(['ls "a$"', 'ls "a\\b"', 'ls a\\\n b', 'ls |\nwc', 'ls # x', 'ls 2>x', 'ls $x', 'x=1', 'ls é'])(
    'are not all there is in %j',
    (script) => {
      expect(readPipeline(script)).toBeNull();
    },
  );

  it('end on any text', () => {
    for (const part of ['$(', '"${a:-', '`', '(', '|', "a'", 'case a in a) ']) {
      expect(readPipeline(part.repeat(20_001)) === null, part).toBe(true);
    }
  });
});
