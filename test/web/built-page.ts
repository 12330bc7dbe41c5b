/** Builds the page unless what lies there was built from these very sources. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const WEB = join(import.meta.dirname, '../../packages/web');
export const DIST = join(WEB, 'dist');
const STAMP = join(DIST, '.sources');

export async function buildPage(): Promise<string> {
  const wanted = fingerprint();
  if (stamped() === wanted) return DIST;
  // Built aside and moved into place whole: another test file may be reading.
  const aside = join(WEB, `dist.${process.pid}`);
  await build({ root: WEB, logLevel: 'error', build: { outDir: aside, emptyOutDir: true } });
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
