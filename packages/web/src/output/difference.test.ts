import { expect, it } from 'vitest';
import { difference } from './difference.ts';

const shown = (raw: string, compacted: string) => {
  const { lines, kinds } = difference(raw, compacted, (count) => `${count} more`);
  const signs = { same: '=', gone: '-', new: '+', fold: '~' };
  return lines.map((line, index) => `${signs[kinds[index]!]} ${line}`);
};

it('marks what is gone and what was added', () => {
  expect(shown('a1\nb1\nb2\nc1\n', 'a1\n2 more b\nc1')).toEqual(['= a1', '+ 2 more b', '- b1', '- b2', '= c1']);
  expect(shown('same\n', 'same')).toEqual(['= same']);
  expect(shown('', 'new')).toEqual(['+ new']);
  expect(shown('x1\n', '')).toEqual(['- x1']);
});

it('folds a long row', () => {
  const raw = Array.from({ length: 100 }, (_, index) => `row ${index}`).join('\n');
  const lines = shown(raw, 'row 0\nrow 99');
  expect(lines).toHaveLength(15);
  expect(lines[7]).toBe('~ 86 more');
});

it('takes no chance match of an empty line for an anchor', () => {
  expect(shown('a1\nb1\n\nc1\n', '\na1\nc1')).toEqual(['+ ', '= a1', '- b1', '- ', '= c1']);
});

it('keeps the number of steps in proportion to the lines', () => {
  const raw = 'same\n'.repeat(200_000);
  expect(difference(raw, raw, String).kinds.every((kind) => kind === 'same')).toBe(true);
});
