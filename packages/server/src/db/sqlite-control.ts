/** Begins and ends transactions on SQLite, and decides how long a commit waits for the disk. */
import type SQLite from 'better-sqlite3';

export type Synchronous = (mode: 'full' | 'normal') => void;

/**
 * What is acknowledged as recorded survives a power cut of the host, not just the death of this process. A single
 * statement waits for the disk itself (FULL). For a transaction, the code that commits it syncs the log (NORMAL).
 */
export function synchronousSwitch(raw: SQLite.Database): Synchronous {
  const statements = {
    full: raw.prepare('pragma synchronous = full'),
    normal: raw.prepare('pragma synchronous = normal'),
  };
  let now: 'full' | 'normal' | undefined;
  return (mode) => {
    if (mode !== now) statements[mode].run();
    now = mode;
  };
}

/** Run on the connection itself: they surround every call, and need no compiling. */
export function controlStatements(raw: SQLite.Database, synchronous: Synchronous) {
  const statements = {
    begin: raw.prepare('begin immediate'),
    commit: raw.prepare('commit'),
    rollback: raw.prepare('rollback'),
    savepoint: raw.prepare('savepoint one'),
    rollbackToSavepoint: raw.prepare('rollback to one'),
    release: raw.prepare('release one'),
  };
  return {
    ...statements,
    /** Throws if another process writes for too long. */
    begin: () => {
      synchronous('normal');
      statements.begin.run();
    },
    inTransaction: () => raw.inTransaction,
  };
}
export type Control = ReturnType<typeof controlStatements>;
