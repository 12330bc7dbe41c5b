/**
 * After a run of the whole first tier: every promise was proved by a test that ran and passed, or names a test of the
 * second tier. After a run of everything: every promise was proved. A run of only some files is not judged; that of
 * shards is, by `scripts/test.ts`, when all of them have run.
 */
import { globSync } from 'node:fs';
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import { namedInSecondTier, provedBy, unproved } from './proved.ts';
import { REQUIREMENTS } from './requirements.ts';

export default class ProofReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: TestRunEndReason): void {
    if (reason === 'interrupted') return;
    const ran = new Set(modules.map(({ relativeModuleId }) => relativeModuleId));
    const every = globSync(this.#vitest?.projects.flatMap(({ config }) => config.include) ?? []);
    const left = every.filter((file) => !ran.has(file));
    if (left.some((file) => !/\.all\.test\.tsx?$/.test(file))) return;
    const second = left.length > 0 ? namedInSecondTier() : new Map<string, string>();
    const missing = unproved(provedBy(modules));
    const nowhere = missing.filter((id) => !second.has(id));
    if (nowhere.length > 0) {
      process.stdout.write(`promises that no passing test proves: ${nowhere.join(' ')}\n`);
      process.exitCode = 1;
      return;
    }
    const all = REQUIREMENTS.filter(({ open }) => !open).length;
    const later = missing.length > 0 ? `, ${missing.length} by the second tier: ${missing.join(' ')}` : '';
    process.stdout.write(`promises: ${all - missing.length} proved${later}\n`);
  }
}
