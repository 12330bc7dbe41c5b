/** The order of versions. */
import { expect, it } from 'vitest';
import { isNewer } from './is-newer.ts';

const IN_ORDER = [
  '0.1.0',
  '0.2.0',
  '0.10.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.9.0',
  '1.10.0',
  '2.0.0',
];

it('is that of npm', () => {
  for (const [at, one] of IN_ORDER.entries()) {
    for (const [before, other] of IN_ORDER.entries()) {
      expect([one, other, isNewer(one, other)]).toEqual([one, other, at > before]);
    }
  }
  expect(isNewer('1.0.0+build.2', '1.0.0+build.1')).toBe(false);
});
