import { expect, it } from 'vitest';
import { retryDelayMs } from './backoff.ts';

it('tries soon at first, within seconds for a while, then seldom, and never without an end', () => {
  expect(retryDelayMs(0, 0)).toBe(125);
  expect(retryDelayMs(0, 0.999)).toBeLessThan(250);
  for (let tries = 0; tries <= 30; tries++) expect(retryDelayMs(tries, 0.999)).toBeLessThan(4_000);
  expect(retryDelayMs(31, 0)).toBe(15_000);
  expect(retryDelayMs(1e9, 0.999)).toBeLessThan(30_000);
});

it('spreads a crowd', () => {
  const waits = Array.from({ length: 10 }, (_, index) => retryDelayMs(10, index / 10));
  expect(new Set(waits).size).toBe(10);
});
