/** Prints, after a run, which real engines took part: `engines: sshd ✓ docker SKIPPED (7 tests): not root`. */
import type { Reporter, TestModule } from 'vitest/node';

const LABEL = /\[engine ([\w-]+)(?: missing: (.*))?\]$/;

export default class EngineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
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
    if (engines.size === 0) return;
    const parts = [...engines].map(([name, { skipped, reason }]) =>
      reason === undefined ? `${name} ✓` : `${name} SKIPPED (${skipped} tests): ${reason}`,
    );
    process.stdout.write(`engines: ${parts.join('  ')}\n`);
  }
}
