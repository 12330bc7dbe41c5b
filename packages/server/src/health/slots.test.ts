/** A day in slots: nothing is lost inside it, and nothing stays beyond it. */
import { HEALTH_SLOTS } from '@synapse/contract';
import { expect, it } from 'vitest';
import { addCheck, averageOf, recent, type Slot, shareOf, uptimeOf } from './slots.ts';

const START = 1_800_000_000_000 - (1_800_000_000_000 % HEALTH_SLOTS.ms);

it('puts the checks of ten minutes together', () => {
  let slots: Slot[] = [];
  for (const ms of [20, 40, null]) slots = addCheck(slots, START + 1_000, ms);
  expect(slots).toHaveLength(1);
  expect(averageOf(slots[0]!)).toBe(30);
  expect(shareOf(slots[0]!)).toBeCloseTo(2 / 3);
  expect(uptimeOf(slots)).toBeCloseTo(2 / 3);
});

it('never holds more than a day, however often it is asked', () => {
  let slots: Slot[] = [];
  for (let minute = 0; minute < 5 * 24 * 60; minute += 1) slots = addCheck(slots, START + minute * 60_000, 7);
  expect(slots).toHaveLength(HEALTH_SLOTS.count);
  expect(uptimeOf(slots)).toBe(1);
  expect(recent(slots, START + 30 * 24 * 3600_000)).toEqual([]);
});

it('says nothing of a machine that nobody checked', () => {
  expect(uptimeOf([])).toBeNull();
  expect(averageOf(addCheck([], START, null)[0]!)).toBeNull();
});
