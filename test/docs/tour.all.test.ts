/** The five tasks of CONTRIBUTING.md, followed word by word on a copy of the repository. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fencesOf, TOUR } from './code-blocks.ts';

const copy = mkdtempSync(join(tmpdir(), 'synapse-tour-'));
const page = (name: string): string => readFileSync(join(copy, 'docs/reference', name), 'utf8');
const touched: string[] = [];

beforeAll(() => {
  makeCopy();
  for (const name of ['configuration.md', 'errors.md', 'tools.md']) expect(page(name)).not.toMatch(NEW);
  for (const { info, text } of fencesOf(readFileSync('CONTRIBUTING.md', 'utf8'))) {
    const [, isDiff, file] = TOUR.exec(info) ?? [];
    if (file === undefined) continue;
    const path = join(copy, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, isDiff ? applyDiff(readFileSync(path, 'utf8'), text, file) : text);
    touched.push(file);
  }
  run(process.execPath, 'scripts/generate-docs.ts');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What the tasks add to the reference pages. */
const NEW = /SYNAPSE_GREETING|printer_not_found|synapse_whoami/;

it('all five tasks are there', () => {
  expect(touched.length).toBeGreaterThan(14);
});

it('the option, the error and the tool are in the reference pages', () => {
  expect(page('configuration.md')).toContain('`SYNAPSE_GREETING`');
  expect(page('errors.md')).toContain('<a id="printer_not_found"></a>');
  expect(page('tools.md')).toContain('synapse_whoami');
});

it('the filter keeps the facts of its case', () => {
  const shown = run(process.execPath, 'scripts/compaction-table.ts', 'lastlog');
  expect(shown).toContain('lastlog: lastlog (exit 0, filter lastlog)');
  expect(shown).toContain('ada pts/0 10.0.0.7 Sat Nov 14 09:12:40');
  expect(shown).not.toMatch(/Never logged in|problem/);
});

it('the code is formatted as the house wants it', () => {
  run('node_modules/.bin/biome', 'check', ...touched.filter((file) => /\.tsx?$/.test(file)));
});

it('the house has nothing against it, and the executor passes the suite', () => {
  writeFileSync(
    join(copy, 'tour.config.ts'),
    "export default { test: { include: ['{packages,test}/**/*.test.ts'], pool: 'forks', isolate: false, maxWorkers: 1, testTimeout: 60_000 } };\n",
  );
  const vitest = (...args: string[]) => run('node_modules/.bin/vitest', 'run', '--config', 'tour.config.ts', ...args);
  vitest('http/redact-answer', 'test/house/import-rules', 'test/house/nothing-dead', 'test/house/reference-pages');
  vitest('test/executors/idle', '-t', 'exit codes|cwd is honoured');
});

function run(program: string, ...args: string[]): string {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^VITEST|^TEST$|^NODE_ENV$/.test(name)),
  );
  try {
    return execFileSync(program, args, { cwd: copy, env, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
  }
}

/** The lines without `+` must be in the file, once; they become those without `-`. */
function applyDiff(source: string, diff: string, file: string): string {
  const lines = diff.trimEnd().split('\n');
  const pick = (other: string) =>
    `${lines
      .filter((line) => !line.startsWith(other))
      .map((line) => line.slice(1))
      .join('\n')}\n`;
  const [before, after] = [pick('+'), pick('-')];
  expect(source.split(before), `${file} has once:\n${before}`).toHaveLength(2);
  return source.replace(before, () => after);
}

/** What Git has, with libraries linked one by one, so that our own packages are those of the copy. */
function makeCopy(): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  execFileSync('sh', ['-c', `tar -cf - --null --ignore-failed-read -T - | tar -xf - -C '${copy}'`], { input: files });
  for (const folder of ['.', ...readdirSync('packages').map((name) => `packages/${name}`)]) linkLibraries(folder);
}

function linkLibraries(folder: string): void {
  const from = resolve(folder, 'node_modules');
  const to = join(copy, folder, 'node_modules');
  mkdirSync(to, { recursive: true });
  for (const name of namesIn(from)) {
    if (name !== '@synapse') symlinkSync(join(from, name), join(to, name));
  }
  if (folder !== '.') return;
  mkdirSync(join(to, '@synapse'));
  for (const name of readdirSync('packages')) symlinkSync(join(copy, 'packages', name), join(to, '@synapse', name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
