/** Runs with every test file: random searches of the first tier are the same each time, those of the second are new. */
import fc from 'fast-check';
import { beforeAll, expect } from 'vitest';

beforeAll(() => {
  const isSecondTier = /\.all\.test\.tsx?$/.test(expect.getState().testPath ?? '');
  const { seed: _, ...settings } = fc.readConfigureGlobal();
  // Where there is none, fast-check draws one, and prints it with what it found.
  fc.configureGlobal(isSecondTier ? settings : { ...settings, seed: 1 });
});
