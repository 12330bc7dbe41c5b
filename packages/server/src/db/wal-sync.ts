/** Syncs SQLite's write-ahead log beside the event loop, one sync for all who wait: the service goes on meanwhile. */
import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';

const [openFile, syncData, closeFile] = [promisify(open), promisify(fdatasync), promisify(close)];

export interface WalSync {
  /** Comes when everything that was committed before the call is on the disk. */
  synced(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A commit with `synchronous = normal` is in the log whole or not at all, in the order of commits; what is missing to
 * survive a power cut is that the log has reached the disk. A sync of the file is one whoever wrote to it.
 */
export function createWalSync(databaseFile: string): WalSync {
  let log: Promise<number> | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const sync = async (): Promise<void> => {
    // The log stays the same file for as long as this process has the database open.
    log ??= openFile(`${databaseFile}-wal`, 'r+');
    await syncData(await log);
  };

  const begin = (): Promise<void> => {
    next = null;
    running = sync().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    synced: () => {
      if (running === null) return begin();
      // One that runs may have begun before the commit: the next one serves everybody who comes until it begins.
      next ??= running.then(begin, begin);
      return next;
    },
    close: async () => {
      await (next ?? running)?.catch(() => undefined);
      // Only once: by a second time its number may belong to another file.
      const open = log;
      log = null;
      if (open !== null) await closeFile(await open);
    },
  };
}
