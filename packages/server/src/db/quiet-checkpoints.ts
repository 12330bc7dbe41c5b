/**
 * Moves what the write-ahead log holds into the database file while nobody writes. It waits for the disk, tens of
 * milliseconds, and SQLite by itself does it in the middle of somebody's commit.
 */
import type SQLite from 'better-sqlite3';

/** Where there is never a quiet moment SQLite does it all the same, once the log has so many pages: 64 MB. */
const AT_LAST_PAGES = 16_000;
const QUIET_MS = 300;
/** Fewer are not worth it. */
const COMMITS = 200;

export interface QuietCheckpoints {
  committed(): void;
  stop(): void;
}

export function startQuietCheckpoints(raw: SQLite.Database): QuietCheckpoints {
  raw.pragma(`wal_autocheckpoint = ${AT_LAST_PAGES}`);
  let commits = 0;
  const look = (): void => {
    if (commits < COMMITS) return;
    if (raw.inTransaction) return void timer.refresh();
    commits = 0;
    // What readers still need, or another process is at, stays for the next time.
    raw.pragma('wal_checkpoint(PASSIVE)');
  };
  const timer = setTimeout(look, QUIET_MS).unref();
  return {
    committed: () => {
      commits += 1;
      timer.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}
