/** The real shells that commands are tried on: dash, bash, bash --posix, busybox ash (fetched when missing). */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Shell {
  readonly name: 'dash' | 'bash' | 'bash --posix' | 'busybox ash';
  readonly program: string;
  /** In front of `-c`. */
  readonly args: readonly string[];
}

/** Git-ignored; safe to delete, it is fetched again. */
const ENGINES_DIR = join(import.meta.dirname, '../../.engines');

/** All four, or an error: a shell that is missing must not pass for one that was tried. */
export function findShells(): Shell[] {
  const dash = findProgram('dash');
  const bash = findProgram('bash');
  const busybox = findProgram('busybox') ?? fetchBusybox();
  if (!dash || !bash) throw new Error('dash and bash are needed: install them');
  return [
    { name: 'dash', program: dash, args: [] },
    { name: 'bash', program: bash, args: [] },
    { name: 'bash --posix', program: bash, args: ['--posix'] },
    { name: 'busybox ash', program: busybox, args: ['ash'] },
  ];
}

function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Unpacked beside its final place and renamed: two test workers at once do not meet half a file. */
function fetchBusybox(): string {
  const path = join(ENGINES_DIR, 'busybox-static');
  if (existsSync(path)) return path;
  mkdirSync(ENGINES_DIR, { recursive: true });
  const work = mkdtempSync(join(ENGINES_DIR, 'busybox-static-'));
  try {
    execFileSync('apt-get', ['download', 'busybox-static'], { cwd: work, stdio: 'pipe' });
    const deb = readdirSync(work).find((file) => file.endsWith('.deb'));
    if (!deb) throw new Error('apt-get downloaded no package');
    execFileSync('dpkg', ['-x', join(work, deb), join(work, 'root')], { stdio: 'pipe' });
    renameSync(join(work, 'root/bin/busybox'), path);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return path;
}
