/**
 * No regular expression goes back over a text again and again. Each that is written in the sources is tried on texts that
 * are made of it, so that a new one, or a new row of a table, is covered as soon as it is written. Steps are counted.
 */
import { expect, it } from 'vitest';
import { readExpression, repeats } from './expressions/expression.ts';
import { expressionsIn } from './expressions/sources.ts';
import { countSteps } from './expressions/steps.ts';
import { textsFor } from './expressions/texts-for.ts';
import { SOURCES, textOf } from './sources.ts';

/** The page and the CLI run on the computer of the person whose text it is. */
const SERVED = SOURCES.filter((file) => !/^packages\/(?:web|cli)\//.test(file));
/** Works on outputs line by line: long ones, and those with a long line, in a helper process that is killed in time. */
const COMPACTION = 'packages/compaction/src/';

/** One that takes more than so many steps for each character takes more than a multiple of the text. */
const LINEAR = { chars: 400, steps: 40 * 400 };
/** The same for the square of it. */
const SQUARE = { chars: 120, steps: 8 * 120 * 120 };

/** A text that takes it more steps than that. */
function stumbles(source: string, flags: string, { chars, steps }: typeof LINEAR): string | undefined {
  const root = readExpression(source, flags);
  if (!repeats(root)) return undefined;
  for (const text of textsFor(root, chars)) {
    if (countSteps(root, text, steps, flags.includes('y')) >= steps) return text;
  }
  return undefined;
}

function slowOnes(files: readonly string[], bound: typeof LINEAR): string[] {
  const known = new Map<string, string | undefined>();
  return files.flatMap(expressionsIn).flatMap(({ file, source, flags }) => {
    const key = `/${source}/${flags}`;
    if (!known.has(key)) known.set(key, stumbles(source, flags, bound));
    const text = known.get(key);
    return text === undefined ? [] : [`${file}: ${key} on ${JSON.stringify(text.slice(0, 40))}…`];
  });
}

it('counts what an engine that goes back would do', () => {
  for (const slow of ['a+$', '[^/]*secret[^/]*\\.y[^/]*ml', '(?:a|a)*b', '\\[[^\\]]*\\]', '(a*)*b'])
    expect(stumbles(slow, '', LINEAR), slow).toBeDefined();
  for (const quick of ['^a+$', '^(?:ab?)*$', '[^a-z]', '"[^"]*$', '^\\s*#'])
    expect(stumbles(quick, '', LINEAR), quick).toBeUndefined();
  expect(stumbles('[^/]*secret[^/]*\\.y[^/]*ml', '', SQUARE)).toBeDefined();
});

it('finds none in what works on people’s texts where others are served', () => {
  const files = SERVED.filter((file) => !file.startsWith(COMPACTION));
  expect(files.length).toBeGreaterThan(500);
  expect(slowOnes(files, LINEAR)).toEqual([]);
});

it('finds none in compaction that takes more than the square of a line', () => {
  // It leaves lines of more than 200 characters alone.
  const files = SERVED.filter((file) => file.startsWith(COMPACTION) && !file.endsWith('/column-legend.ts'));
  expect(slowOnes(files, SQUARE)).toEqual([]);
});

it('knows all that are put together at run time: none of them of what a person typed', () => {
  const made = SERVED.filter((file) => textOf(file).includes('new RegExp(')).toSorted();
  expect(made).toEqual([
    'packages/compaction/src/shapes/html.ts',
    'packages/contract/src/language.ts',
    'packages/judge/src/holes.ts',
    'packages/server/src/credentials/token-format.ts',
    'packages/server/src/exec/prepare/placeholders/placeholder.ts',
    'packages/server/src/exec/run/look-hint.ts',
    'packages/server/src/second-factor/totp.ts',
  ]);
});
