/** PostgreSQL, for several instances on one database. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database, Queries } from './database.ts';
import type { CountedPool } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import { createStorageRoom, tryWriting } from './storage-room.ts';

/** How often a transaction is tried again that lost a race against another one. */
const RETRIES = 5;

const STATEMENT_MS = 30_000;

export function openPostgres(url: string, statementMs: number = STATEMENT_MS): Database {
  // Loaded with the first query, so that a server on SQLite pays nothing for the driver.
  const room = createStorageRoom();
  let opened: CountedPool | null = null;
  const pool = async (): Promise<CountedPool> => {
    const { createPostgresPool } = await import('./postgres-pool.ts');
    opened = createPostgresPool(url, statementMs, room.told);
    return opened;
  };
  const queries = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const transaction: Database['transaction'] = (work) =>
    withRetries(() => queries.connection().execute((tx) => inTransaction(tx, work)));
  return {
    dialect: 'postgres',
    queries,
    transaction,
    hasRoom: async () => {
      if (room.full) await transaction(tryWriting).then(room.made, () => undefined);
      return !room.full;
    },
    // Its commits are on disk when they are acknowledged.
    synced: async () => undefined,
    connections: () => opened?.use() ?? { open: 0, idle: 0, waiting: 0 },
    close: () => queries.destroy(),
  };
}

async function inTransaction<T>(tx: Queries, work: (tx: Queries) => Promise<T>): Promise<T> {
  await sql`begin`.execute(tx);
  try {
    const result = await work(tx);
    await sql`commit`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback`.execute(tx).catch(() => undefined);
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
