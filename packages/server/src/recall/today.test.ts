import { describe, expect, it } from 'vitest';
import { dayOf } from './today.ts';

describe('a day', () => {
  it.each([
    ['UTC', '2026-03-09T23:59:59Z', '2026-03-09', '2026-03-09T00:00:00Z'],
    ['Europe/Paris', '2026-03-09T23:30:00Z', '2026-03-10', '2026-03-09T23:00:00Z'],
    ['America/Los_Angeles', '2026-03-09T03:00:00Z', '2026-03-08', '2026-03-08T08:00:00Z'],
    ['Pacific/Auckland', '2026-03-09T12:00:00Z', '2026-03-10', '2026-03-09T11:00:00Z'],
    // The clocks change during these days.
    ['Europe/Paris', '2026-03-29T20:00:00Z', '2026-03-29', '2026-03-28T23:00:00Z'],
    ['Europe/Paris', '2026-10-25T20:00:00Z', '2026-10-25', '2026-10-24T22:00:00Z'],
  ])('in %s at %s begins at its own midnight', (zone, now, date, start) => {
    expect(dayOf(Date.parse(now), zone)).toEqual({ date, start: Date.parse(start) });
  });
});
