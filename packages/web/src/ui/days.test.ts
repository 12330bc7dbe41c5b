import { expect, it } from 'vitest';
import { dayOf, daysBefore, endOf, isDay, startOf } from './days.ts';

it('reads and writes days of the calendar', () => {
  const noon = new Date(2026, 2, 1, 12).getTime();
  expect(dayOf(noon)).toBe('2026-03-01');
  expect(daysBefore(noon, 1)).toBe('2026-02-28');
  expect(dayOf(startOf('2026-03-01'))).toBe('2026-03-01');
  expect(dayOf(endOf('2026-03-01'))).toBe('2026-03-01');
  expect(dayOf(endOf('2026-03-01') + 1)).toBe('2026-03-02');
});

it('takes no day that is not in the calendar', () => {
  expect(['2026-02-30', '2026-13-01', '26-1-1', '', 5, '2026-11-18x'].filter(isDay)).toEqual([]);
  expect(isDay('2028-02-29')).toBe(true);
});
