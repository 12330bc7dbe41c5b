import { expect, it } from 'vitest';
import { filterOf, readSearch } from './history-filter.ts';

const NOW = new Date(2026, 10, 18, 12, 30).getTime();

it('reads a span of days from the address, which goes before a period', () => {
  const search = readSearch({ from: '2026-11-10', to: '2026-11-12', period: 'day' });
  expect(search).toEqual({ from: '2026-11-10', to: '2026-11-12' });
  const { since, until } = filterOf(search, NOW);
  expect(new Date(since!)).toEqual(new Date(2026, 10, 10));
  expect(new Date(until!).getTime()).toBe(new Date(2026, 10, 13).getTime() - 1);
});

it('keeps a period, and takes no day that does not exist', () => {
  expect(readSearch({ from: '2026-02-31', period: 'week' })).toEqual({ period: 'week' });
  expect(filterOf({ period: 'day' }, NOW)).not.toHaveProperty('until');
  expect(filterOf({}, NOW)).toEqual({});
});
