/** A copy of this clone's sources with its libraries, packed by its own script, as a release is made. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { removeAtEnd } from '../left-behind.ts';
import { linkedOrCopied } from '../linked-or-copied.ts';

const PARTS = [
  'packages',
  'scripts',
  'deploy',
  'package.json',
  'package-lock.json',
  'LICENSE',
  'tsconfig.json',
  'CHANGELOG.md',
];

/** Copies it into a new folder inside this one, and returns that. */
export function copyClone(folder: string): string {
  const clone = join(folder, 'clone');
  for (const name of PARTS) {
    const filter = (source: string): boolean => !/\/(dist|node_modules)$/.test(source);
    cpSync(name, join(clone, name), { recursive: true, filter });
  }
  for (const own of globSync('packages/*/node_modules')) cpSync(own, join(clone, own), { recursive: true });
  // The libraries are those of this clone. Links to the workspaces are relative, so they lead into the copy.
  execFileSync('cp', [linkedOrCopied('node_modules', clone), resolve('node_modules'), join(clone, 'node_modules')]);
  return clone;
}

/** Returns the folder that the npm package and the files in it were written to. The copy itself is gone. */
export function packClone(): string {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-packed-')));
  const clone = copyClone(folder);
  const args = ['run', '--silent', 'pack', '--', '--here'];
  execFileSync('npm', args, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  const release = join(folder, 'release');
  renameSync(join(clone, 'release'), release);
  rmSync(clone, { recursive: true });
  return release;
}
