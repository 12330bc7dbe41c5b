/** SQLite: one file, write-ahead log, synced before anything is acknowledged. */
import SQLite from 'better-sqlite3';
import { Kysely, type SqliteDatabase } from 'kysely';
import { createSemaphore } from '../background/semaphore.ts';
import { offerShortcut, type RunAtOnce } from './compile-once.ts';
import type { Database } from './database.ts';
import { groupCommit } from './group-commit.ts';
import { startQuietCheckpoints } from './quiet-checkpoints.ts';
import type { Schema } from './schema.ts';
import { controlStatements, type Synchronous, synchronousSwitch } from './sqlite-control.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { createStorageRoom, tryWriting } from './storage-room.ts';
import { createWalSync } from './wal-sync.ts';

/** How long a statement waits for another process that is writing. It blocks this process, so it is short. */
const BUSY_MS = 250;
const STATEMENTS_MAX = 500;

export function openSqlite(file: string): Database {
  const raw = new SQLite(file, { timeout: BUSY_MS });
  raw.pragma('journal_mode = WAL');
  raw.pragma('foreign_keys = ON');
  // Temporary files would need a folder to write to besides the data directory.
  raw.pragma('temp_store = MEMORY');
  const room = createStorageRoom();
  const prepare = cacheStatements(raw, room.refusalFor);
  const synchronous = synchronousSwitch(raw);
  const database = connection(raw, prepare, synchronous);
  const turn = createSemaphore();
  const queries = new Kysely<Schema>({ dialect: sqliteDialect(database, turn) });
  const inside = new Kysely<Schema>({ dialect: sqliteDialect(database) });
  offerShortcut(inside, (text) => runAtOnce(prepare(text)));
  // Outside a transaction, and only between transactions, for reads: they must see nothing that may still be undone.
  offerShortcut(queries, (text) => {
    const statement = prepare(text);
    const run = runAtOnce(statement);
    return (values) => (raw.inTransaction || !statement.readonly ? undefined : run(values));
  });
  const log = createWalSync(file);
  const checkpoints = startQuietCheckpoints(raw);
  const control = controlStatements(raw, synchronous);
  const transaction = groupCommit({
    inside,
    turn,
    control,
    log,
    refusalFor: room.refusalFor,
    committed: checkpoints.committed,
  });
  return {
    dialect: 'sqlite',
    shared: false,
    queries,
    transaction,
    together: (work) => work(queries),
    synced: () => log.synced().catch((error: unknown) => Promise.reject(room.refusalFor(error))),
    hasRoom: async () => {
      if (room.full) await transaction(tryWriting).then(room.made, () => undefined);
      return !room.full;
    },
    cutOff: () => undefined,
    connections: () => ({ open: 1, idle: turn.use.taken ? 0 : 1, waiting: turn.use.waiting }),
    close: async () => {
      await checkpoints.stop();
      await log.close();
      await queries.destroy();
    },
  };
}

function runAtOnce(statement: SQLite.Statement): RunAtOnce {
  if (statement.reader) return (values) => statement.all(...values);
  return (values) => {
    statement.run(...values);
    return [];
  };
}

type Prepare = (text: string) => SQLite.Statement;

/** Kysely prepares a statement at each call, which costs more than running it. */
function cacheStatements(raw: SQLite.Database, refusalFor: (error: unknown) => unknown): Prepare {
  const known = new Map<string, SQLite.Statement>();
  return (text) => {
    let statement = known.get(text);
    if (statement === undefined) {
      statement = telling(raw.prepare(text), refusalFor);
      if (known.size < STATEMENTS_MAX) known.set(text, statement);
    }
    return statement;
  };
}

/** Says what a failed write means. */
function telling(statement: SQLite.Statement, refusalFor: (error: unknown) => unknown): SQLite.Statement {
  if (statement.readonly) return statement;
  for (const name of ['run', 'all'] as const) {
    const method = statement[name].bind(statement) as (...values: unknown[]) => unknown;
    const tried = (...values: unknown[]): unknown => {
      try {
        return method(...values);
      } catch (error) {
        throw refusalFor(error);
      }
    };
    Object.defineProperty(statement, name, { value: tried });
  }
  return statement;
}

/** The database as Kysely drives it. */
function connection(raw: SQLite.Database, prepare: Prepare, synchronous: Synchronous): SqliteDatabase {
  return {
    prepare: (text) => {
      const statement = prepare(text);
      if (!raw.inTransaction && !statement.readonly) synchronous('full');
      return statement;
    },
    close: () => raw.close(),
  };
}
