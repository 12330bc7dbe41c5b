/**
 * `npm test`: format, types, then every test. Arguments go to the test runner (`npm test -- vault`).
 *
 * A virtual computer whose host gives its processor to others for seconds keeps no deadline. Where that happened during
 * a whole run, the few files that failed run once more, by themselves, as soon as it has its processor back, and it is
 * said. Nowhere else is a test repeated.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { FAILED_FILES } from '../test/failed-files-reporter.ts';
import { shareWithheld } from './share-withheld.ts';

/** Of the processor, during the whole run; and when it is enough to try again. */
const STARVED = 0.05;
const ENOUGH = 0.2;
const FEW_FILES = 12;
const LOOKS = 40;

function run(program: string, args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const wanted = process.argv.slice(2);
if (wanted.length > 0) run('vitest', ['run', ...wanted]);
else {
  run('biome', ['check', '--error-on-warnings', '.']);
  run('tsc', ['-p', 'tsconfig.json']);
  await runAll();
}

async function runAll(): Promise<void> {
  rmSync(FAILED_FILES, { force: true });
  const before = processorTimes();
  const { status } = spawnSync('vitest', ['run'], { stdio: 'inherit' });
  if (status === 0) return;
  const withheld = shareWithheld(before, processorTimes());
  const failed = failedFiles();
  if (withheld < STARVED || failed.length === 0 || failed.length > FEW_FILES) process.exit(status ?? 1);
  const share = `${Math.round(withheld * 100)} % of the processor`;
  process.stdout.write(`\nThe host gave ${share} to others. Once more, alone: ${failed.join(' ')}\n`);
  await untilItIsBack();
  run('vitest', ['run', '--maxWorkers=1', ...failed]);
}

/** For ten minutes at most. Only who wants the processor sees whether it is withheld: three seconds in fifteen. */
async function untilItIsBack(): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const before = processorTimes();
    for (const end = Date.now() + 3_000; Date.now() < end; );
    if (shareWithheld(before, processorTimes()) < ENOUGH) return;
    await setTimeout(12_000);
  }
}

function processorTimes(): string {
  try {
    return readFileSync('/proc/stat', 'utf8');
  } catch {
    return '';
  }
}

function failedFiles(): string[] {
  try {
    return JSON.parse(readFileSync(FAILED_FILES, 'utf8'));
  } catch {
    return [];
  }
}
