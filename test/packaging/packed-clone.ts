/** A copy of this clone's sources with its libraries, packed by its own script, as a release is made. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Architecture, makeDebPackage } from '../../scripts/packaging/deb-package.ts';
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

/** The version after this one: it has one more migration. */
export const NEXT = { version: '99.0.0', migration: '999-next' };

function makeNext(clone: string): void {
  const edit = (path: string, change: (text: string) => string): void => {
    const file = join(clone, path);
    const text = readFileSync(file, 'utf8');
    // Not written over: a copy may share the file.
    rmSync(file);
    writeFileSync(file, change(text));
  };
  for (const manifest of ['package.json', 'packages/cli/package.json', 'packages/server/package.json'])
    edit(manifest, (text) => text.replace(/^ {2}"version": ".*",$/m, `  "version": "${NEXT.version}",`));
  const next = `{ name: '${NEXT.migration}', statements: () => ['create table next (one integer primary key)'] }`;
  edit('packages/server/src/db/migrations/index.ts', (text) => text.replace(/\];\s*$/, `, ${next}];\n`));
}

/** Returns the folder that the npm package and the files in it were written to. The copy itself is gone. */
export function packClone(which: 'this' | 'next' = 'this'): string {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-packed-')));
  const clone = copyClone(folder);
  if (which === 'next') makeNext(clone);
  const args = ['run', '--silent', 'pack', '--', '--here'];
  execFileSync('npm', args, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  const release = join(folder, 'release');
  renameSync(join(clone, 'release'), release);
  rmSync(clone, { recursive: true });
  return release;
}

/** The Debian package of what was packed, for this computer. */
export function debOf(packed: string): string {
  return makeDebPackage({
    staged: join(packed, 'files'),
    out: join(packed, 'deb'),
    time: new Date(0),
    architecture: process.arch as Architecture,
    node: resolve('node_modules/node/bin/node'),
    compression: 'none',
  });
}
