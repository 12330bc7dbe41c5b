/**
 * Leaves the names of the files that failed for `scripts/test.ts`. None if something else is wrong, too: an error that
 * belongs to no test, or a promise that no test speaks of, is not mended by running a test again.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from 'vitest/node';
import { unprovedBy } from './requirements/unproved.ts';

export const FAILED_FILES = '.engines/failed-files.json';

export default class FailedFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    if (reason !== 'failed' || errors.length > 0) return;
    const failed = modules.filter((module) => !module.ok());
    if (unprovedBy(modules, (test, module) => test.result().state === 'passed' || failed.includes(module)).length > 0)
      return;
    mkdirSync('.engines', { recursive: true });
    writeFileSync(FAILED_FILES, JSON.stringify(failed.map(({ relativeModuleId }) => relativeModuleId)));
  }
}
