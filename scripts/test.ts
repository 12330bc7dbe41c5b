/**
 * `npm test`: format, types, and the first tier of tests. `npm test -- vault` runs the files of both tiers whose path
 * contains that, and nothing else; other arguments go to the test runner, too.
 *
 * `npm run test:all`: format, types, and every test, in four shards, one after another. `--shard 2/4` runs one of them,
 * for whoever has several computers. At the end stands a table of the shards that have run on these very sources; when
 * it is complete, every promise must have been proved.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import type { ShardResult } from '../test/reports/run-reporter.ts';
import { unproved } from '../test/requirements/proved.ts';

const SECOND_TIER = '**/*.all.test.{ts,tsx}';
const SHARDS = 4;
const SHARD = /^([1-9]\d*)\/([1-9]\d*)$/;

const [tier, ...rest] = process.argv.slice(2);
if (tier === '--all') process.exit(runShards(rest));
const wanted = process.argv.slice(2);
if (wanted.length > 0) process.exit(run('vitest', ['run', ...wanted]));
process.exit(check() || run('vitest', ['run', '--exclude', SECOND_TIER]));

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): number {
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return status ?? 1;
}

function check(): number {
  return run('biome', ['check', '--error-on-warnings', '.']) || run('tsc', ['-p', 'tsconfig.json']);
}

function runShards(args: readonly string[]): number {
  const at = args.indexOf('--shard');
  const only = at < 0 ? null : SHARD.exec(args[at + 1] ?? '');
  if ((at >= 0 && only === null) || (at < 0 && args.length > 0)) {
    process.stderr.write('usage: npm run test:all [-- --shard 2/4]\n');
    return 2;
  }
  const of = only ? Number(only[2]) : SHARDS;
  const shards = only ? [Number(only[1])] : Array.from({ length: of }, (_, index) => index + 1);
  const folder = `.engines/shards/${fingerprint()}/${of}`;
  const file = (shard: number) => `${folder}/${shard}.json`;
  const checked = check();
  if (checked !== 0) return checked;
  let worst = 0;
  for (const shard of shards) {
    const status = run('vitest', ['run', '--shard', `${shard}/${of}`], { SHARD_RESULT: file(shard) });
    worst = Math.max(worst, status);
  }
  const results = Array.from({ length: of }, (_, index) => readResult(file(index + 1)));
  process.stdout.write(table(results));
  if (results.some((result) => result === null)) return worst;
  const missing = unproved(new Set(results.flatMap((result) => result!.proved)));
  if (missing.length === 0) return worst;
  process.stdout.write(`promises that no passing test proves: ${missing.join(' ')}\n`);
  return 1;
}

function table(results: readonly (ShardResult | null)[]): string {
  const columns = ['shard', 'files', 'passed', 'failed', 'skipped', 'seconds'] as const;
  const rows = results.map((result, index) => {
    const shard = `${index + 1}/${results.length}`;
    if (result === null) return [shard, 'has not run'];
    return [shard, result.files, result.passed, result.failed, result.skipped, result.seconds].map(String);
  });
  const sum = (field: Exclude<(typeof columns)[number], 'shard'>) =>
    String(results.reduce((total, result) => total + (result?.[field] ?? 0), 0));
  rows.push(['all', sum('files'), sum('passed'), sum('failed'), sum('skipped'), sum('seconds')]);
  const line = (cells: readonly string[]) => `${cells.map((cell) => cell.padStart(8)).join('')}\n`;
  return `\n${line(columns)}${rows.map(line).join('')}`;
}

function readResult(file: string): ShardResult | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Results of other sources do not count. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const sources = ['packages/*/src/**/*.{ts,tsx,sh}', 'test/**/*', 'scripts/**/*.ts', 'package-lock.json'];
  for (const file of globSync(sources, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    const path = `${file.parentPath}/${file.name}`;
    hash.update(path).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}
