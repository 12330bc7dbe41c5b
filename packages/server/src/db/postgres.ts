/** PostgreSQL, for several instances on one database. */
import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, Queries } from './database.ts';
import type { Schema } from './schema.ts';

const POOL_MAX = 16;
/** Also how long a query waits for a free connection. */
const CONNECT_MS = 15_000;
const STATEMENT_MS = 30_000;
const NAMED_MAX = 500;
const INT8 = 20;
/** A transaction that lost a race against another one is tried again so many times. */
const RETRIES = 5;

export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_MAX,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    application_name: 'synapse',
    types: { getTypeParser: typeParser },
    Client: NamingClient,
  });
  // An idle connection that the server closes is replaced by the next query; it must not take the process down.
  pool.on('error', () => undefined);
  const queries = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    dialect: 'postgres',
    queries,
    transaction: (work) => withRetries(() => queries.connection().execute((tx) => inTransaction(tx, work))),
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

/** Serialisation failure or deadlock: nothing was written, the same work may be done again. */
function lostRace(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '40001' || code === '40P01';
}

function typeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === INT8 && format !== 'binary') return parseInt8;
  return pg.types.getTypeParser(oid, format as 'text');
}

function parseInt8(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`integer out of range: ${text}`);
  return number;
}

/** Kysely never names its statements; a named one is planned once per connection instead of at each call. */
class NamingClient extends pg.Client {
  readonly #names = new Map<string, string>();

  // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature is a union of eight overloads.
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      const name = this.#name(text);
      if (name !== undefined) return super.query({ name, text, values }, ...(rest as []));
    }
    return (super.query as (...args: unknown[]) => unknown)(...args);
  }

  #name(text: string): string | undefined {
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < NAMED_MAX) {
      name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
      this.#names.set(text, name);
    }
    return name;
  }
}
