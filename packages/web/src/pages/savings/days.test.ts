import { expect, it } from 'vitest';
import { ceiling, daysOf } from './days.ts';

const group = (key: string, saved_tokens: number) => ({
  key,
  saved_tokens,
  commands: 1,
  failures: 0,
  rtk_applied: 1,
  alias_hits: 0,
});

it('shows the days on which nothing happened', () => {
  const days = daysOf(
    [group('2026-03-01', 7)],
    [{ day: '2026-02-28', printed_bytes: 900, returned_bytes: 400 }],
    '2026-02-27',
    '2026-03-02',
  );
  expect(days.map(({ key }) => key)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  expect(days.map(({ saved_tokens }) => saved_tokens)).toEqual([0, 0, 7, 0]);
  expect(days.map(({ read_tokens }) => read_tokens)).toEqual([0, 100, 0, 0]);
});

it('ends the scale on a round number', () => {
  expect([0, 1, 3, 7, 10, 11, 49, 51, 1001].map(ceiling)).toEqual([1, 1, 5, 10, 10, 20, 50, 100, 2000]);
});
