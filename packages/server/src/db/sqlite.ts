/** The embedded database: one file, write-ahead log, synced before anything is acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Database, Queries, TransactionOptions } from './database.ts';
import type { Schema } from './schema.ts';
import { createWalSync, type WalSync } from './wal-sync.ts';

/** How long a statement waits for the writer of another process; it blocks this one, so it is short. */
const BUSY_MS = 250;
/** How long a transaction waits for it, without blocking. */
const BEGIN_MS = 10_000;
/** One commit serves at most so many waiting transactions, so that the first of them is not held up by the last. */
const GROUP_MAX = 64;
const STATEMENTS_MAX = 500;

export function openSqlite(file: string): Database {
  const raw = new SQLite(file, { timeout: BUSY_MS });
  raw.pragma('journal_mode = WAL');
  // FULL: what is acknowledged as recorded survives a power cut of the host, not just the death of this process.
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  raw.pragma('wal_autocheckpoint = 4000');
  const queries = new Kysely<Schema>({ dialect: new SqliteDialect({ database: cacheStatements(raw) }) });
  const log = createWalSync(file);
  return {
    dialect: 'sqlite',
    queries,
    transaction: groupCommit(queries, controlStatements(raw), log),
    synced: () => log.synced(),
    close: async () => {
      await log.close();
      await queries.destroy();
    },
  };
}

/** Kysely prepares a statement at each call; preparing costs more than running one. */
function cacheStatements(raw: SQLite.Database): Pick<SQLite.Database, 'prepare' | 'close'> {
  const known = new Map<string, SQLite.Statement>();
  const prepare = (text: string): SQLite.Statement => {
    let statement = known.get(text);
    if (statement === undefined) {
      statement = raw.prepare(text);
      if (known.size < STATEMENTS_MAX) known.set(text, statement);
    }
    return statement;
  };
  return { prepare: prepare as SQLite.Database['prepare'], close: () => raw.close() };
}

/** Run on the connection itself: they surround every call, and have nothing to compile. */
function controlStatements(raw: SQLite.Database) {
  return {
    begin: raw.prepare('begin immediate'),
    commit: raw.prepare('commit'),
    rollback: raw.prepare('rollback'),
    savepoint: raw.prepare('savepoint one'),
    rollbackToSavepoint: raw.prepare('rollback to one'),
    release: raw.prepare('release one'),
    syncFully: raw.prepare('pragma synchronous = full'),
    syncLazily: raw.prepare('pragma synchronous = normal'),
    inTransaction: () => raw.inTransaction,
  };
}
type Control = ReturnType<typeof controlStatements>;

interface Waiting {
  /** Does the work, and keeps what came of it until the group's fate is known. */
  run(tx: Queries): Promise<void>;
  committed(): void;
  failed(error: unknown): void;
  error: unknown;
  readonly durable: boolean;
}

/**
 * Transactions that wait at the same moment share one commit, each behind a savepoint of its own. The commit does not
 * wait for the disk; those that must be durable are told after the next sync, while others commit: a disk that syncs
 * in 2 ms then serves hundreds of them in that time instead of one.
 */
function groupCommit(queries: Queries, control: Control, log: WalSync): Database['transaction'] {
  const waiting: Waiting[] = [];
  let running = false;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) await commitGroup(queries, control, log, waiting);
    running = false;
  };

  return <T>(work: (tx: Queries) => Promise<T>, { durable = true }: TransactionOptions = {}): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      let result: T;
      waiting.push({
        run: async (tx) => {
          result = await work(tx);
        },
        committed: () => resolve(result),
        failed: reject,
        error: undefined,
        durable,
      });
      if (running) return;
      running = true;
      // Not at once: the calls that arrived at the same moment are still being read, and shall join.
      setImmediate(drain);
    });
}

async function commitGroup(queries: Queries, control: Control, log: WalSync, waiting: Waiting[]): Promise<void> {
  const group: Waiting[] = [];
  let groupError: unknown;
  try {
    await queries.connection().execute(async (tx) => {
      control.syncLazily.run();
      try {
        await begin(control);
        while (waiting.length > 0 && group.length < GROUP_MAX) {
          const next = waiting.shift()!;
          group.push(next);
          await runBehindSavepoint(tx, control, next);
        }
        control.commit.run();
      } catch (error) {
        // After some failures SQLite has rolled back already.
        if (control.inTransaction()) control.rollback.run();
        throw error;
      } finally {
        // Single statements have nobody who syncs for them.
        control.syncFully.run();
      }
    });
  } catch (error) {
    // It could not begin or commit: nothing of it happened, and everyone who waited is told so.
    groupError = error;
    if (group.length === 0) group.push(...waiting.splice(0, GROUP_MAX));
  }
  const toSync: Waiting[] = [];
  for (const item of group) {
    const error = item.error ?? groupError;
    if (error !== undefined) item.failed(error);
    else if (item.durable) toSync.push(item);
    else item.committed();
  }
  if (toSync.length === 0) return;
  log.synced().then(
    () => {
      for (const item of toSync) item.committed();
    },
    (error: unknown) => {
      for (const item of toSync) item.failed(error);
    },
  );
}

/** IMMEDIATE: one that reads first and writes later could not go on when another process wrote in between. */
async function begin(control: Control): Promise<void> {
  for (const deadline = Date.now() + BEGIN_MS; ; await sleep(5 + Math.random() * 20)) {
    try {
      control.begin.run();
      return;
    } catch (error) {
      const busy = error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!busy || Date.now() > deadline) throw error;
    }
  }
}

async function runBehindSavepoint(tx: Queries, control: Control, item: Waiting): Promise<void> {
  control.savepoint.run();
  try {
    await item.run(tx);
  } catch (error) {
    item.error = error ?? new Error('transaction failed');
    control.rollbackToSavepoint.run();
  }
  control.release.run();
}
