import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

it('a call does not wait behind a thousand of another address, and all of those come to their turn', async () => {
  const turns = createFairTurns(10);
  const begun: string[] = [];
  const call = (address: string) => turns(address, () => begun.push(address));
  for (let count = 0; count < 1_000; count++) call('busy');
  expect(begun.length).toBe(10);
  call('other');
  call('third');
  await nextTurn();
  await nextTurn();
  expect(begun.slice(10, 13).sort()).toEqual(['busy', 'other', 'third']);
  const most: number[] = [];
  for (let before = begun.length; begun.length < 1_002; before = begun.length) {
    await nextTurn();
    most.push(begun.length - before);
  }
  expect(Math.max(...most)).toBeLessThanOrEqual(10);
});

it('who comes alone is served at once', async () => {
  const turns = createFairTurns(2);
  let begun = 0;
  for (let count = 0; count < 20; count++) {
    turns('alone', () => begun++);
    expect(begun).toBe(count + 1);
    await nextTurn();
  }
});
