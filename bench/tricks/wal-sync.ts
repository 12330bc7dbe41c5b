/** Plain twin: the log is synced in the middle of everything else, once for each who asks. */
import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import type { createWalSync as Real } from '../../packages/server/src/db/wal-sync.ts';
import type { Trick } from '../without/trick.ts';

export const trick: Trick = { file: 'packages/server/src/db/wal-sync.ts', loads: ['notes'] };

export const createWalSync: typeof Real = (databaseFile) => {
  let log: number | null = null;
  return {
    synced: async () => {
      log ??= openSync(`${databaseFile}-wal`, 'r+');
      fdatasyncSync(log);
    },
    close: async () => {
      if (log !== null) closeSync(log);
      log = null;
    },
  };
};
