/** Source files stay short enough to be read at once. The test prints how short they are. */
import { expect, it } from 'vitest';
import { SOURCES, textOf } from './sources.ts';

const LONGEST = 300;
const MEDIAN = 60;
/** A list to look things up in, not to read. */
const MAY_BE_LONG = ['packages/contract/src/errors.ts'];

const SIZES = SOURCES.map((file) => ({ file, lines: textOf(file).split('\n').length - 1 })).sort(
  (a, b) => a.lines - b.lines,
);

it(`has no file of more than ${LONGEST} lines but the catalogue of errors`, () => {
  expect(SIZES.length).toBeGreaterThan(300);
  expect(SIZES.filter(({ file, lines }) => lines > LONGEST && !MAY_BE_LONG.includes(file))).toEqual([]);
});

it(`has as many files below ${MEDIAN} lines as above`, () => {
  const median = SIZES[Math.floor(SIZES.length / 2)]!.lines;
  process.stdout.write(`${SIZES.length} source files, half of them with at most ${median} lines\n`);
  expect(median).toBeLessThanOrEqual(MEDIAN);
});
