/** The npm package: one file that needs no build and no other package. `npx ./synapse-….tgz quickstart` runs it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { productOf } from './stage-files.ts';

/** Makes it of a staged folder, and returns its path. The same files at the same `time` give the same bytes. */
export function makeNpmPackage(staged: string, out: string, time: Date): string {
  const { name, version } = productOf(staged);
  mkdirSync(out, { recursive: true });
  const file = resolve(out, `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`);
  // Beside the result, and renamed when it is whole.
  const work = mkdtempSync(join(out, '.npm-'));
  try {
    const draft = join(work, 'package.tgz');
    const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=${time.toISOString()}`];
    const args = [...same, '--use-compress-program=gzip -n', '--transform=s,^\\.,package,', '-cf', draft, '-C', staged];
    execFileSync('tar', [...args, '.']);
    renameSync(draft, file);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return file;
}
