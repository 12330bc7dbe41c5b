/** Where the master key comes from: the configuration, or a file that is made once and that only its owner may read. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { keepOwner } from '../db/keep-owner.ts';
import { makeFolder } from '../db/make-folder.ts';
import { CannotOpen, type MasterKey, open, type Sealed, seal } from './cipher.ts';

/** A key that must not or cannot be used. The message is for the operator, and contains no key. */
export class MasterKeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MasterKeyError';
  }
}

/** The configured key, otherwise the one in `<dataDir>/master.key`, which is made if there is none. */
export function loadMasterKey({ masterKey, dataDir }: { masterKey: Buffer | null; dataDir: string }): Buffer {
  if (masterKey !== null) return masterKey;
  const path = join(dataDir, 'master.key');
  const stored = readKeyFile(path) ?? createKeyFile(dataDir, path);
  if (stored === null) throw new MasterKeyError(`${path} vanished while it was being made`);
  return stored;
}

/** The same without making one: null when there is none. */
export function findMasterKey({ masterKey, dataDir }: { masterKey: Buffer | null; dataDir: string }): Buffer | null {
  return masterKey ?? readKeyFile(join(dataDir, 'master.key'));
}

export function readKeyFile(path: string): Buffer | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'ELOOP') throw new MasterKeyError(`${path} is a symbolic link: put the file itself there`);
    throw new MasterKeyError(`${path} cannot be read (${code ?? 'unknown error'})`);
  }
  try {
    // Checked on the opened file, not on its name, which may be changed in between.
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new MasterKeyError(`${path} is not a regular file`);
    if ((stat.mode & 0o077) !== 0) {
      throw new MasterKeyError(
        `${path} is open to other users: run \`chmod 600 ${path}\`, and rotate the key if one of them may have read it`,
      );
    }
    const text = stat.size > 1024 ? '' : readFileSync(file, 'utf8').trim();
    const bytes = Buffer.from(text, 'base64');
    // Node skips what is not base64. Only text that encodes back to itself was a key to begin with.
    if (bytes.length !== 32 || bytes.toString('base64') !== text) {
      throw new MasterKeyError(`${path} is damaged: it must hold 32 bytes in base64; restore it from a backup`);
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

/**
 * Written completely under a temporary name, then linked to its place. A link never replaces a file, so if two
 * processes start at once, one wins and both read its key.
 */
export function createKeyFile(dataDir: string, path: string, bytes: Buffer = randomBytes(32)): Buffer | null {
  makeFolder(dataDir);
  keepOutOfGit(dataDir);
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, `${bytes.toString('base64')}\n`);
    fsyncSync(file);
    keepOwner(draft, dataDir);
    linkSync(draft, path);
    syncFolder(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(file);
    rmSync(draft);
  }
  return readKeyFile(path);
}

/** The service may have been started in a working copy. */
function keepOutOfGit(dataDir: string): void {
  const path = join(dataDir, '.gitignore');
  if (existsSync(path)) return;
  writeFileSync(path, '*\n', { mode: 0o600 });
  keepOwner(path, dataDir);
}

const oldKeyFile = (dataDir: string): string => join(dataDir, 'master.key.old');

/**
 * Puts the key in `next` in the place of `master.key`, with the same owner and mode. The one before is kept beside it
 * until a start has opened the vault with the new one.
 */
export function replaceKeyFile(dataDir: string, next: string): void {
  const current = join(dataDir, 'master.key');
  if (existsSync(current)) {
    keepOwner(next, current);
    chmodSync(next, statSync(current).mode & 0o700);
    rmSync(oldKeyFile(dataDir), { force: true });
    linkSync(current, oldKeyFile(dataDir));
  }
  renameSync(next, current);
  syncFolder(dataDir);
}

/** After a start that has opened the vault. */
export function dropOldKey(dataDir: string): void {
  rmSync(oldKeyFile(dataDir), { force: true });
}

/**
 * A key that is lost in a power cut would take every secret with it, so its name must be on the disk before it is used.
 */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

const CANARY = Buffer.from('synapse canary');
const CANARY_CONTEXT = ['canary'];

/** To be stored before the first secret. */
export function sealCanary(key: MasterKey): Sealed {
  return seal(key, CANARY, CANARY_CONTEXT);
}

/** At start, before anything is changed: throws when the stored secrets belong to another key. */
export function checkCanary(key: MasterKey, canary: Sealed): void {
  try {
    if (open(key, canary, CANARY_CONTEXT).equals(CANARY)) return;
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
  }
  throw new MasterKeyError(
    `the master key (${key.id}) is not the one of the stored secrets (${canary.keyId}): put that one back; nothing was changed`,
  );
}
