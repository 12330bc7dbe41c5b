import { expect, it } from 'vitest';
import { GIVE_UP, whenReplaced } from './when-replaced.ts';

it('fills the place of one that had served at once, however many died before', () => {
  expect(whenReplaced(0, 10_000)).toEqual({ died: 0, waitMs: 0 });
  expect(whenReplaced(GIVE_UP - 1, 60_000)).toEqual({ died: 0, waitMs: 0 });
});

it('waits longer for each that dies at once, and gives up in the end', () => {
  const waits: (number | null)[] = [];
  let died = 0;
  for (let count = 0; count < GIVE_UP; count++) {
    const next = whenReplaced(died, count % 2 === 0 ? null : 9_999);
    waits.push(next.waitMs);
    died = next.died;
  }
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, null]);
});
