/** Syncs SQLite's write-ahead log off the event loop, one sync for all waiting commits. */
import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';
import { oneAtATime } from '../background/one-at-a-time.ts';

const [openFile, syncData, closeFile] = [promisify(open), promisify(fdatasync), promisify(close)];

export interface WalSync {
  /** Resolves when everything that was committed before the call is on the disk. */
  synced(): Promise<void>;
  close(): Promise<void>;
}

/**
 * With `synchronous = normal`, a commit is in the log whole or not at all, in the order of commits. To survive a power
 * cut, only the log itself must still reach the disk. It does not matter who syncs the file: a sync covers all that was
 * written.
 */
export function createWalSync(databaseFile: string): WalSync {
  let log: Promise<number> | null = null;
  let last: Promise<void> | null = null;

  const sync = async (): Promise<void> => {
    // The log stays the same file as long as this process has the database open.
    log ??= openFile(`${databaseFile}-wal`, 'r+');
    await syncData(await log);
  };

  const syncOnce = oneAtATime(sync);

  return {
    synced: () => {
      last = syncOnce();
      return last;
    },
    close: async () => {
      await last?.catch(() => undefined);
      // Closed only once: the second time, its number may belong to another file.
      const open = log;
      log = null;
      if (open !== null) await closeFile(await open);
    },
  };
}
