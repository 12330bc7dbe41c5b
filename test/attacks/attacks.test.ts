import { expect, it } from 'vitest';
import { ATTEMPTS } from './attempts.ts';
import { attackSuite } from './suite.ts';
import { openWorld } from './world.ts';

it('tries more than a hundred ways, each under a name of its own', () => {
  expect(ATTEMPTS.length).toBeGreaterThan(100);
  expect(new Set(ATTEMPTS.map(({ goal, name }) => `${goal} ${name}`)).size).toBe(ATTEMPTS.length);
});

attackSuite({ open: openWorld });
