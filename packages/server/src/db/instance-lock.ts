/**
 * Whether another process serves from an SQLite file. Each process holds a lock beside it, which ends with the process,
 * in whatever way that ends.
 */
import { join } from 'node:path';
import SQLite from 'better-sqlite3';

export interface InstanceLock {
  /** Nobody else is there, and nobody can come before `stay` is called. */
  readonly alone: boolean;
  /** From now on others may come, and know that they are not alone. */
  stay(): void;
  leave(): void;
}

/** A process that comes while another one is checking waits this long for it. */
const WAIT_MS = 5_000;

export function enterInstanceLock(dataDir: string): InstanceLock {
  const lock = new SQLite(join(dataDir, 'instances.lock'), { timeout: 0 });
  const alone = takeAlone(lock);
  return {
    alone,
    stay() {
      if (alone) lock.exec('rollback');
      lock.pragma(`busy_timeout = ${WAIT_MS}`);
      lock.exec('begin');
      // What is read does not matter: reading takes the lock that all of them share.
      lock.prepare('select count(*) from sqlite_master').get();
    },
    leave: () => void lock.close(),
  };
}

function takeAlone(lock: SQLite.Database): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return false;
    throw error;
  }
}

/** A lock that one process holds until it ends, in whatever way. Null if another process has it. */
export function holdLock(file: string): { release(): void } | null {
  const lock = new SQLite(file, { timeout: 0 });
  if (takeAlone(lock)) return { release: () => void lock.close() };
  lock.close();
  return null;
}
