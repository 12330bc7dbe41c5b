import { expect, it } from 'vitest';
import { shareWithheld } from './share-withheld.ts';

const reading = (...times: number[]): string => `cpu  ${times.join(' ')}\ncpu0 1 2 3 4 5 6 7 8 9 10\nintr 12\n`;

it('is what was stolen of all that was wanted', () => {
  const before = reading(1_000, 5, 300, 9_000, 10, 0, 20, 400, 0, 0);
  expect(shareWithheld(before, reading(1_200, 5, 350, 9_100, 99, 0, 20, 1_150, 70, 70))).toBe(0.75);
  expect(shareWithheld(before, reading(1_200, 5, 350, 9_100, 10, 0, 20, 400, 0, 0))).toBe(0);
});

it.each([
  ['there is no such file', '', ''],
  ['the kernel counts no stolen time', reading(1, 2, 3, 4), reading(2, 3, 4, 5)],
  ['no time went by', reading(1, 2, 3, 4, 5, 6, 7, 8), reading(1, 2, 3, 4, 5, 6, 7, 8)],
])('is nothing where %s', (_case, before, after) => expect(shareWithheld(before, after)).toBe(0));
