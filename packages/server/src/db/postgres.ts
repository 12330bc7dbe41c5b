/** PostgreSQL, for several instances on one database. */
import { Kysely, PostgresDialect } from 'kysely';
import { lastWrites } from './at-commit.ts';
import { offerShortcut } from './compile-once.ts';
import type { Database } from './database.ts';
import type { PipelinedConnection } from './pipelined-connection.ts';
import type { Connections } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import { createStorageRoom, tryWriting } from './storage-room.ts';

/** How often a transaction is tried again that lost a race against another one. */
const RETRIES = 5;

const STATEMENT_MS = 30_000;
/** How long one waits for a connection at most. */
const CONNECT_MS = { least: 2_000, most: 15_000 } as const;

export interface PostgresSettings {
  /** How many connections there are at most. */
  readonly connections?: number | undefined;
  /**
   * How long an instance that says nothing is waited for. Its transactions hold up others no longer: a statement of it
   * that still waits for a lock is given up after half of that, and so is a transaction that it left open. So all that
   * it holds is free when its lease has run out, even if one of its own statements got a lock from another.
   */
  readonly deadAfterMs?: number | undefined;
  readonly statementMs?: number | undefined;
  /** A file with the authority that has signed the server's certificate. */
  readonly caFile?: string | null | undefined;
}

export function openPostgres(
  url: string,
  { connections = 16, caFile = null, deadAfterMs, ...given }: PostgresSettings = {},
): Database {
  const statementMs = given.statementMs ?? Math.min(STATEMENT_MS, deadAfterMs ?? STATEMENT_MS);
  const heldMs = deadAfterMs === undefined ? statementMs : Math.min(statementMs, deadAfterMs / 2);
  const room = createStorageRoom();
  let opened: Promise<Connections> | undefined;
  let known: Connections | null = null;
  const open = (): Promise<Connections> =>
    // Loaded with the first query, so that a server on SQLite pays nothing for the driver.
    (opened ??= import('./postgres-pool.ts').then(({ createPostgresPool }) => {
      known = createPostgresPool(url, {
        connections,
        statementMs,
        heldMs,
        connectMs: Math.min(CONNECT_MS.most, Math.max(CONNECT_MS.least, heldMs)),
        caFile,
        refusalFor: room.refusalFor,
      });
      return known;
    }));
  const pool = async () => (await open()).pool;
  const queries = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const onLine = async <T>(work: (line: PipelinedConnection) => Promise<T>): Promise<T> => {
    const { pool, lineOf } = await open();
    const client = await pool.connect();
    let broken = true;
    try {
      const result = await work(lineOf(client));
      broken = false;
      return result;
    } catch (error) {
      broken = error instanceof Unusable;
      throw error instanceof Unusable ? error.cause : error;
    } finally {
      client.release(broken);
    }
  };
  const together: Database['together'] = (work) => onLine((line) => work(line.queries));
  const transaction: Database['transaction'] = (work) => withRetries(() => onLine((line) => inTransaction(line, work)));
  offerShortcut(queries, (text) => (values) => onLine((line) => line.run(text, values)));
  return {
    dialect: 'postgres',
    shared: true,
    queries,
    transaction,
    together,
    hasRoom: async () => {
      if (room.full) await transaction(tryWriting).then(room.made, () => undefined);
      return !room.full;
    },
    // Its commits are on disk when they are acknowledged.
    synced: async () => undefined,
    cutOff: () => known?.cutOff(),
    connections: () => known?.use() ?? { open: 0, idle: 0, waiting: 0 },
    close: async () => {
      await queries.destroy();
      await (await opened)?.pool.end();
    },
  };
}

/** The connection is in an unknown state. */
class Unusable extends Error {}

async function inTransaction<T>(
  line: PipelinedConnection,
  work: (tx: PipelinedConnection['queries']) => Promise<T>,
): Promise<T> {
  line.begin();
  try {
    const result = await work(line.queries);
    const ends = await Promise.allSettled([...lastWrites(line.queries), line.commit()]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return result;
  } catch (error) {
    lastWrites(line.queries);
    await line.rollback().catch(() => {
      throw new Unusable('rollback failed', { cause: error });
    });
    throw error;
  }
}

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries > RETRIES || !lostRace(error)) throw error;
    }
  }
}

/** Serialisation failure or deadlock: nothing was written, and the same work may be done again. */
function lostRace(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '40001' || code === '40P01';
}
