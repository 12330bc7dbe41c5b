/** Suites that need a real engine, and what happens if it is missing. */
import { describe, test } from 'vitest';
import type { Located } from './engines.ts';

/**
 * A describe that needs an engine. Without it the tests are skipped, visibly (see run-reporter.ts), and fail when CI=true
 * and the run is root's: others cannot have some of them.
 * The body may use the engine only inside hooks and tests.
 */
export function describeEngine<T>(located: Located<T>, title: string, body: (engine: () => T) => void): void {
  if ('found' in located) {
    describe(`${title} [engine ${located.name}]`, () => body(() => located.found));
    return;
  }
  const named = `${title} [engine ${located.name} missing: ${located.missing}]`;
  if (process.env.CI === 'true' && process.getuid?.() === 0) {
    describe(named, () => {
      test(`engine ${located.name} is there`, () => {
        throw new Error(`CI=true and the engine ${located.name} is missing: ${located.missing}`);
      });
    });
    return;
  }
  describe.skip(named, () =>
    body(() => {
      throw new Error(`the engine ${located.name} is missing: ${located.missing}`);
    }),
  );
}
