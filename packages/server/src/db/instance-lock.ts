/** Whether anybody else serves from an SQLite file: each process holds a lock beside it, which ends with the process, however that ends. */
import { join } from 'node:path';
import SQLite from 'better-sqlite3';

export interface InstanceLock {
  /** Nobody else is there, and nobody comes before `stay` is called. */
  readonly alone: boolean;
  /** From now on others are welcome, and know that they are not alone. */
  stay(): void;
  leave(): void;
}

/** Who comes while another looks around waits for that long. */
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

/** A lock that one process holds until it ends, however that ends; null where another has it. */
export function holdLock(file: string): { release(): void } | null {
  const lock = new SQLite(file, { timeout: 0 });
  if (takeAlone(lock)) return { release: () => void lock.close() };
  lock.close();
  return null;
}
