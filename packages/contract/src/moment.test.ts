import { describe, expect, it } from 'vitest';
import { Moment, momentMs } from './moment.ts';

describe('a moment', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00Z'],
    ['2026-01-31T09:05', '2026-01-31T09:05:00Z'],
    ['2026-01-31T09:05:00', '2026-01-31T09:05:00Z'],
    ['2026-01-31T09:05:00.123456', '2026-01-31T09:05:00.123Z'],
    ['2026-01-31T09:05:00Z', '2026-01-31T09:05:00Z'],
    ['2026-01-31T09:05:00+02:00', '2026-01-31T07:05:00Z'],
    ['2026-01-31T09:05:00-11:30', '2026-01-31T20:35:00Z'],
  ])('%s is %s, whatever the zone of the host', (text, utc) => {
    expect(Moment.parse(text)).toBe(text);
    expect(momentMs(text)).toBe(Date.parse(utc));
  });

  it.each([
    '',
    'yesterday',
    '2026-02-30',
    '2026-01-31T25:00',
    '2026-01-31 09:05',
    `2026-01-31T09:05:00.${'1'.repeat(40)}Z`,
    5,
  ])('%j is none', (text) => {
    expect(Moment.safeParse(text).success).toBe(false);
  });
});
