/** Locks beside an SQLite file. Each ends with the process that holds it, in whatever way that ends. */
import { resolve } from 'node:path';
import SQLite from 'better-sqlite3';
import { keepOwner } from './keep-owner.ts';

export interface HeldLock {
  release(): void;
}

/** Another process serves from this data directory. */
export class AlreadyServed extends Error {
  constructor(dataDir: string) {
    super(`another process serves from ${resolve(dataDir)}: stop it first, or name another SYNAPSE_DATA_DIR`);
    this.name = 'AlreadyServed';
  }
}

/** An SQLite file is served by one process. What must not happen beside it takes the same lock. */
export function holdInstanceLock(dataDir: string): HeldLock {
  const held = holdLock(resolve(dataDir, 'instances.lock'));
  if (held === null) throw new AlreadyServed(dataDir);
  keepOwner(resolve(dataDir, 'instances.lock'), dataDir);
  return held;
}

/** Null if another process has it. */
export function holdLock(file: string): HeldLock | null {
  const lock = new SQLite(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return { release: () => void lock.close() };
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}

/** Locks the SQLite file against writers; readers continue. */
export function holdWrites(file: string): HeldLock {
  const raw = new SQLite(file, { timeout: 5_000 });
  raw.exec('begin immediate');
  return { release: () => void raw.close() };
}
