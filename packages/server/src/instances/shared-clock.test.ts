import { expect, it } from 'vitest';
import { createSharedClock } from './shared-clock.ts';

const DATABASE = Date.UTC(2040, 0, 1);

it('goes by the database, whatever the computer says, and on by itself in between', () => {
  const { now, measured } = createSharedClock();
  const at = performance.now();
  measured(DATABASE, at - 4, at);
  expect(now() - DATABASE).toBeGreaterThanOrEqual(1);
  expect(now() - DATABASE).toBeLessThan(30_000);
});

it('does not become worse by an answer that took long, unless what it knows is old', () => {
  const { now, measured } = createSharedClock();
  const at = performance.now();
  measured(DATABASE, at - 2, at);
  const later = performance.now();
  measured(DATABASE + 500_000, later - 2_000, later);
  expect(now() - DATABASE).toBeLessThan(30_000);
  measured(DATABASE + 500_000, later + 118_000, later + 120_000);
  expect(now() - DATABASE).toBeGreaterThan(300_000);
});
