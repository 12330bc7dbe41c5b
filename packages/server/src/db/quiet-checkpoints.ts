/**
 * Moves what the write-ahead log holds into the database file, beside the event loop: for the megabytes of a long output it
 * takes hundreds of milliseconds, and SQLite by itself does it in the middle of somebody's commit.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type SQLite from 'better-sqlite3';

/** Where no thread could be had SQLite does it all the same, once the log has so many pages: 256 MB. */
const AT_LAST_PAGES = 64_000;
const QUIET_MS = 300;
/** Fewer are not worth it. */
const COMMITS = 200;
/** So many are not left to wait for a quiet moment. */
const MOST_COMMITS = 500;

/** Another connection to the same file. What readers still need, or another process is at, stays for the next time. */
const CHECKPOINT = `
  const { workerData } = require('node:worker_threads');
  const database = new (require(workerData.driver))(workerData.file, { fileMustExist: true });
  database.pragma('wal_checkpoint(PASSIVE)');
  database.close();
`;
const HEAP_MIB = 16;

export interface QuietCheckpoints {
  committed(): void;
  /** Resolves when none is under way any more. */
  stop(): Promise<void>;
}

export function startQuietCheckpoints(raw: SQLite.Database): QuietCheckpoints {
  raw.pragma(`wal_autocheckpoint = ${AT_LAST_PAGES}`);
  const workerData = { file: raw.name, driver: createRequire(import.meta.url).resolve('better-sqlite3') };
  let commits = 0;
  let running: Promise<void> | null = null;

  const begin = (): void => {
    commits = 0;
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MIB };
    running = new Promise<void>((resolve) => {
      const worker = new Worker(CHECKPOINT, { eval: true, workerData, resourceLimits, execArgv: [], env: {} });
      // Without it the log grows until the next time.
      worker.once('error', () => undefined).once('exit', () => resolve());
      worker.unref();
    }).finally(() => {
      running = null;
    });
  };
  const look = (): void => {
    if (commits >= COMMITS && running === null) begin();
  };
  const timer = setTimeout(look, QUIET_MS).unref();
  return {
    committed: () => {
      commits += 1;
      timer.refresh();
      if (commits >= MOST_COMMITS && running === null) begin();
    },
    stop: async () => {
      clearTimeout(timer);
      await running;
    },
  };
}
