/**
 * After a whole run: every promise was proved by a test that ran and passed. A skipped test proves nothing. A run of
 * only some files says nothing about the others, and is not judged.
 */
import { globSync } from 'node:fs';
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import { REQUIREMENTS } from './requirements.ts';
import { unprovedBy } from './unproved.ts';

export default class ProofReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: TestRunEndReason): void {
    if (reason === 'interrupted' || !this.#isWhole(modules)) return;
    const missing = unprovedBy(modules, (test) => test.result().state === 'passed');
    if (missing.length === 0) {
      process.stdout.write(`promises: ${REQUIREMENTS.filter(({ open }) => !open).length} proved\n`);
      return;
    }
    process.stdout.write(`promises that no passing test proves: ${missing.join(' ')}\n`);
    process.exitCode = 1;
  }

  #isWhole(modules: readonly TestModule[]): boolean {
    const include = this.#vitest?.config.include ?? [];
    return modules.length >= globSync(include).length;
  }
}
