// One runner for everything: pure tests beside the code, scenarios under test/.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['test/engines/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    // Nobody waits that long but a busy machine.
    expect: { poll: { timeout: 10_000 } },
    reporters: ['default', './test/engines/reporter.ts', './test/requirements/proof-reporter.ts'],
  },
});
