/**
 * Moves the content of the write-ahead log into the database file, off the event loop. For the megabytes of a long
 * output this takes hundreds of milliseconds, and SQLite by itself does it within some commit.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type SQLite from 'better-sqlite3';

/** If no thread could be started, SQLite does it itself once the log has this many pages: 256 MB. */
const AT_LAST_PAGES = 64_000;
const QUIET_MS = 300;
/** Fewer pages are not worth it. */
const COMMITS = 200;
/** This many do not wait for a quiet moment. */
const MOST_COMMITS = 500;

/**
 * Another connection to the same file. Pages that readers still need, or that another process uses, stay for the next
 * time.
 */
const CHECKPOINT = `
  const { workerData } = require('node:worker_threads');
  const database = new (require(workerData.driver))(workerData.file, { fileMustExist: true });
  database.pragma('wal_checkpoint(PASSIVE)');
  database.close();
`;
const HEAP_MIB = 16;

export interface QuietCheckpoints {
  committed(): void;
  /** Resolves when no checkpoint is under way any more. */
  stop(): Promise<void>;
}

export function startQuietCheckpoints(raw: SQLite.Database): QuietCheckpoints {
  raw.pragma(`wal_autocheckpoint = ${AT_LAST_PAGES}`);
  const workerData = { file: raw.name, driver: createRequire(import.meta.url).resolve('better-sqlite3') };
  let commits = 0;
  let running: Promise<void> | null = null;
  let worker: Worker | null = null;

  const begin = (): void => {
    commits = 0;
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MIB };
    running = new Promise<void>((resolve) => {
      worker = new Worker(CHECKPOINT, { eval: true, workerData, resourceLimits, execArgv: [], env: {} });
      // If it fails, the log grows until the next time.
      worker.once('error', () => undefined).once('exit', () => resolve());
      worker.unref();
    }).finally(() => {
      running = null;
      worker = null;
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
      // Now it is waited for: with nothing else to do, the program would end before it has.
      worker?.ref();
      await running;
    },
  };
}
