import { expect, it } from 'vitest';
import { isWithin, readHours } from './hours.ts';

const within = (text: string, moment: string): boolean => isWithin(readHours(text)!, Date.parse(moment));

it.each([
  // Paris is at +1 in winter and +2 in summer.
  ['mon-fri 08:00-18:00 Europe/Paris', '2026-01-05T07:00:00Z', true],
  ['mon-fri 08:00-18:00 Europe/Paris', '2026-01-05T06:59:00Z', false],
  ['mon-fri 08:00-18:00 Europe/Paris', '2026-07-06T06:00:00Z', true],
  ['mon-fri 08:00-18:00 Europe/Paris', '2026-07-06T16:00:00Z', false],
  ['mon-fri 08:00-18:00 Europe/Paris', '2026-01-04T09:00:00Z', false],
  // It is Monday there already.
  ['mon 00:00-06:00 Pacific/Auckland', '2026-01-04T12:00:00Z', true],
  ['08:00-18:00', '2026-01-04T08:00:00Z', true],
  ['sat,sun 00:00-24:00', '2026-01-04T23:59:00Z', true],
  ['sat,sun 00:00-24:00', '2026-01-05T00:00:00Z', false],
  ['fri-mon 10:00-11:00', '2026-01-04T10:30:00Z', true],
  ['fri-mon 10:00-11:00', '2026-01-06T10:30:00Z', false],
  // Over midnight: the span belongs to the day it begins on.
  ['fri 22:00-06:00', '2026-01-09T23:00:00Z', true],
  ['fri 22:00-06:00', '2026-01-10T05:59:00Z', true],
  ['fri 22:00-06:00', '2026-01-10T06:00:00Z', false],
  ['fri 22:00-06:00', '2026-01-09T05:00:00Z', false],
  // The night in which 2 o'clock comes twice, and the one in which it does not come.
  ['sun 02:00-03:00 Europe/Paris', '2026-10-25T00:30:00Z', true],
  ['sun 02:00-03:00 Europe/Paris', '2026-10-25T01:30:00Z', true],
  ['sun 02:00-03:00 Europe/Paris', '2026-03-29T01:30:00Z', false],
])('%s at %s: %s', (text, moment, expected) => {
  expect(within(text, moment)).toBe(expected);
});

it.each(['', 'mon', '8:00-18:00', '08:00', '08:60-09:00', '25:00-26:00', '08:00-08:00', 'mo-fr 08:00-18:00'])(
  '%s are no hours',
  (text) => {
    expect(readHours(text)).toBeNull();
  },
);
it.each(['24:00-06:00', 'mon- 08:00-18:00', 'mon-tue-wed 08:00-09:00', '08:00-18:00 Mars/Base', '08:00-18:00 UTC x'])(
  '%s are none either',
  (text) => {
    expect(readHours(text)).toBeNull();
  },
);
