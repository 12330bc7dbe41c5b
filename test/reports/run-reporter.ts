/**
 * Prints, after a run, the ten slowest files, which real engines took part, and one line for each that was missing:
 * `skipped: docker, 7 tests: not root`. Where `SHARD_RESULT` names a file, the counts go there too.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { provedBy } from '../requirements/proved.ts';

const LABEL = /\[engine ([\w-]+)(?: missing: (.*))?\]$/;
const SLOWEST = 10;

export interface ShardResult {
  readonly files: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  readonly proved: readonly string[];
}

export default class RunReporter implements Reporter {
  #began = Date.now();

  onTestRunStart(): void {
    this.#began = Date.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = [...slowest(modules), ...engines(modules)];
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
    const file = process.env.SHARD_RESULT;
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(this.#result(modules)));
  }

  #result(modules: readonly TestModule[]): ShardResult {
    const count = (state: string) =>
      modules.reduce((sum, { children }) => sum + [...children.allTests(state as 'passed')].length, 0);
    return {
      files: modules.length,
      passed: count('passed'),
      failed: count('failed') + modules.filter((module) => !module.ok() && module.errors().length > 0).length,
      skipped: count('skipped'),
      seconds: Math.round((Date.now() - this.#began) / 1000),
      proved: [...provedBy(modules)],
    };
  }
}

function slowest(modules: readonly TestModule[]): string[] {
  if (modules.length <= SLOWEST) return [];
  const timed = modules.map((module) => {
    const { collectDuration, duration } = module.diagnostic();
    return { file: module.relativeModuleId, seconds: (collectDuration + duration) / 1000 };
  });
  timed.sort((a, b) => b.seconds - a.seconds);
  return timed.slice(0, SLOWEST).map(({ file, seconds }) => `slow: ${seconds.toFixed(1).padStart(6)} s  ${file}`);
}

function engines(modules: readonly TestModule[]): string[] {
  const engines = new Map<string, { skipped: number; reason: string | undefined }>();
  for (const module of modules) {
    for (const suite of module.children.allSuites()) {
      const label = LABEL.exec(suite.name);
      if (!label) continue;
      const known = engines.get(label[1]!) ?? { skipped: 0, reason: label[2] };
      for (const one of suite.children.allTests()) if (one.result().state === 'skipped') known.skipped += 1;
      engines.set(label[1]!, known);
    }
  }
  if (engines.size === 0) return [];
  const there = [...engines].filter(([, { reason }]) => reason === undefined).map(([name]) => name);
  const missing = [...engines].flatMap(([name, { skipped, reason }]) =>
    reason === undefined ? [] : [`skipped: ${name}, ${skipped} tests: ${reason}`],
  );
  return [`engines: ${there.join(' ') || 'none'}`, ...missing];
}
