/**
 * The two native libraries, ready made for each kind of computer: SQLite comes with all of them, the password hash has
 * a package for each. Those of other computers are fetched from npm, and compared with package-lock.json.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Platform {
  /** As the file of SQLite is called. */
  readonly sqlite: string;
  /** As the package of the password hash ends. */
  readonly argon2: string;
}

export const PLATFORMS: readonly Platform[] = [
  { sqlite: 'linux-x64', argon2: 'linux-x64-gnu' },
  { sqlite: 'linux-arm64', argon2: 'linux-arm64-gnu' },
  { sqlite: 'linuxmusl-x64', argon2: 'linux-x64-musl' },
  { sqlite: 'linuxmusl-arm64', argon2: 'linux-arm64-musl' },
  { sqlite: 'darwin-x64', argon2: 'darwin-x64' },
  { sqlite: 'darwin-arm64', argon2: 'darwin-arm64' },
];

/** Kinds of computers whose native parts are installed here: usually this one alone. */
export const platformsHere = (clone: string): Platform[] =>
  PLATFORMS.filter(({ argon2 }) => existsSync(join(clone, 'node_modules/@node-rs', `argon2-${argon2}`)));

/** Which file of better-sqlite3 is left out. */
export const isOtherBinary = (path: string, platforms: readonly Platform[]): boolean =>
  /\/prebuilds\/[^/]+\.node$/.test(path) && !platforms.some(({ sqlite }) => path.endsWith(`/${sqlite}.node`));

/** Puts the password hash for each of these into `libraries`. */
export function addPasswordHash(clone: string, libraries: string, platforms: readonly Platform[]): void {
  for (const { argon2 } of platforms) {
    const name = `@node-rs/argon2-${argon2}`;
    const installed = join(clone, 'node_modules', name);
    if (existsSync(installed)) cpSync(installed, join(libraries, name), { recursive: true });
    else fetchPackage(clone, name, join(libraries, name));
  }
}

function fetchPackage(clone: string, name: string, folder: string): void {
  const { version, integrity } = lockedEntry(clone, name);
  const work = mkdtempSync(join(tmpdir(), 'synapse-native-'));
  try {
    const args = ['pack', `${name}@${version}`, '--pack-destination', work, '--json', '--loglevel=error'];
    const packed = execFileSync('npm', args, { encoding: 'utf8', timeout: 120_000 });
    const file = join(work, (JSON.parse(packed) as [{ filename: string }])[0].filename.replace(/^@([^/]+)\//, '$1-'));
    const sum = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    if (sum !== integrity) throw new Error(`${name}@${version} is not what package-lock.json knows`);
    execFileSync('tar', ['-xzf', file, '-C', work]);
    cpSync(join(work, 'package'), folder, { recursive: true });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function lockedEntry(clone: string, name: string): { version: string; integrity: string } {
  const lock = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity: string } | undefined>;
  };
  const entry = lock.packages[`node_modules/${name}`];
  if (entry === undefined) throw new Error(`${name} is not in package-lock.json`);
  return entry;
}
