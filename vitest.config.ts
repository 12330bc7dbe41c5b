/**
 * One runner for everything: pure tests beside the code, scenarios under test/. A file `x.all.test.ts` belongs to the
 * second tier: `npm test` leaves it out, `npm run test:all` runs it too (see scripts/test.ts).
 */
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// Tests start programs some hundred times: each file is compiled once.
process.env.NODE_COMPILE_CACHE ??= resolve('.engines/compile-cache');

export default defineConfig({
  test: {
    pool: 'forks',
    // Node runs the sources as they are, as it does in a clone: no file is made over by Vite, or looked at for mocks.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // For two cores: tests wait for processes and clocks as much as they compute.
    maxWorkers: 3,
    testTimeout: 480_000,
    hookTimeout: 480_000,
    teardownTimeout: 120_000,
    restoreMocks: true,
    // Nobody waits that long but a busy machine. Below the minute that commands sleep which must be killed.
    expect: { poll: { timeout: 45_000 } },
    reporters: ['default', './test/reports/run-reporter.ts', './test/requirements/proof-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}'],
          setupFiles: ['test/seed.ts'],
          // They start nothing and share nothing: one process runs many of them.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'scenarios',
          include: ['test/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['test/engines/global-setup.ts'],
          setupFiles: ['test/seed.ts', 'test/setup.ts'],
          // A worker loads the service once for all of its files. What a file starts, it ends.
          isolate: false,
        },
      },
    ],
  },
});
