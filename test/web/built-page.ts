/** Builds the page unless what lies there was built from these very sources. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const WEB = join(import.meta.dirname, '../../packages/web');
export const DIST = join(WEB, 'dist');
const VITE = join(WEB, '../../node_modules/.bin/vite');
const run = promisify(execFile);
const STAMP = join(DIST, '.sources');

export async function buildPage(): Promise<string> {
  const wanted = fingerprint();
  if (stamped() === wanted) return DIST;
  // Built aside and moved into place whole: another test file may be reading.
  const aside = join(WEB, `dist.${process.pid}`);
  // In a process of its own: under the test runner's NODE_ENV it would be a development build.
  await run(VITE, ['build', '--logLevel', 'error', '--outDir', aside, '--emptyOutDir'], {
    cwd: WEB,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  writeFileSync(join(aside, '.sources'), wanted);
  if (stamped() !== wanted) {
    rmSync(DIST, { recursive: true, force: true });
    renameSync(aside, DIST);
  }
  rmSync(aside, { recursive: true, force: true });
  return DIST;
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
