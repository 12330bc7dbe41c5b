import { expect, it } from 'vitest';
import { backoff } from './backoff.ts';

it('grows from the first pause to the longest, and no further', () => {
  const pauses = [0, 1, 2, 3, 4, 5_000].map((failures) => backoff({ firstMs: 1_000, mostMs: 6_000 }, failures));
  expect(pauses).toEqual([1_000, 2_000, 4_000, 6_000, 6_000, 6_000]);
  expect(backoff({ firstMs: 5_000, mostMs: 600_000, growth: 3 }, 2)).toBe(45_000);
});
