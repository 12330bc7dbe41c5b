/** Builds the page, unless the existing build was made from these very sources. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const WEB = join(import.meta.dirname, '../../packages/web');
export const DIST = join(WEB, 'dist');
const VITE = join(WEB, '../../node_modules/.bin/vite');
const run = promisify(execFile);
const LOCK = join(WEB, '../../node_modules/.cache/synapse-page.lock');
const STALE_MS = 120_000;
const STAMP = join(DIST, '.sources');

export async function buildPage(): Promise<string> {
  const wanted = fingerprint();
  if (stamped() !== wanted) await alone(() => build(wanted));
  return DIST;
}

async function build(wanted: string): Promise<void> {
  if (stamped() === wanted) return;
  // In a process of its own: under the test runner's NODE_ENV it would be a development build.
  const env = { ...process.env, NODE_ENV: 'production' };
  // Services of other test files may be reading the files of the build before: their names hold a hash, and they stay.
  await run(VITE, ['build', '--logLevel', 'error', '--emptyOutDir', 'false'], { cwd: WEB, env });
  writeFileSync(STAMP, wanted);
}

/** Test files run side by side: one of them builds, the others wait for it. */
async function alone(work: () => Promise<void>): Promise<void> {
  mkdirSync(dirname(LOCK), { recursive: true });
  while (!taken()) await sleep(100);
  try {
    await work();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

function taken(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    const age = Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    // A process that held it for so long was killed.
    if (age > STALE_MS) rmSync(LOCK, { recursive: true, force: true });
    return false;
  }
}

function stamped(): string | null {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return null;
  }
}

function fingerprint(): string {
  const files = globSync(
    ['src/**/*', 'public/**/*', 'index.html', 'vite.config.ts', 'package.json', '../contract/src/*'],
    {
      cwd: WEB,
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}
