/** The connections to PostgreSQL: bounded, integers as numbers, each statement planned once per connection. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { ConnectionUse } from './database.ts';
import { NO_HURRY } from './no-hurry.ts';
import { outOfReach, serverAway } from './out-of-reach.ts';
import { createPipelinedConnection, type PipelinedConnection } from './pipelined-connection.ts';

/** The longest wait for a server that does not report its own timeout. */
const SILENCE_MS = 1_000;
const DAY_MS = 24 * 3600_000;
const NAMED_MAX = 500;
const INT8 = 20;

export interface PoolSettings {
  readonly connections: number;
  readonly statementMs: number;
  /**
   * So long a statement waits for a lock. After so long without a statement, the server ends a transaction that was left
   * open, with all its locks.
   */
  readonly heldMs: number;
  /** Also how long a query waits for a free connection. */
  readonly connectMs: number;
  readonly caFile: string | null;
  /** What a failure means that is not the server's being away. */
  refusalFor(error: unknown): unknown;
}

export interface Connections {
  readonly pool: Omit<PostgresPool, 'connect'> & { connect(): Promise<pg.PoolClient> };
  /** The line on a connection that the pool has given. */
  lineOf(client: pg.PoolClient): PipelinedConnection;
  use(): ConnectionUse;
  /** Rejects pending queries at once and replaces every connection. */
  cutOff(): void;
}

export function createPostgresPool(
  url: string,
  { connections, statementMs, heldMs, connectMs, caFile, refusalFor }: PoolSettings,
): Connections {
  const pool = new pg.Pool({
    ...tlsOf(url, caFile),
    max: connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + SILENCE_MS,
    keepAlive: true,
    // Several statements are under way at once. Each is a transaction of its own, unless it is in one.
    pipeline: true,
    lock_timeout: heldMs,
    idle_in_transaction_session_timeout: heldMs,
    application_name: 'synapse',
    types: { getTypeParser: typeParser },
    Client: namingClient(refusalFor),
  });
  // When the server closes an idle connection, the next query opens another one. This must not end the process.
  pool.on('error', () => undefined);
  const open = new Set<pg.PoolClient>();
  pool.on('remove', (client) => open.delete(client));
  pool.on('connect', (client) => {
    open.add(client);
    // Nor must a connection that is lost between two statements of a transaction: the next statement reports it.
    client.on('error', () => undefined);
    client.query(END_DEAF, [String(Math.ceil(heldMs))]).catch(() => undefined);
  });
  let cut = Promise.withResolvers<never>();
  cut.promise.catch(() => undefined);
  /** A connection, unless it is known before that there is none to be had. */
  const connect = async (): Promise<pg.PoolClient> => {
    const connecting = pool.connect();
    try {
      return await Promise.race([connecting, cut.promise]);
    } catch (error) {
      connecting.then(
        (client) => client.release(),
        () => undefined,
      );
      throw outOfReach(error);
    }
  };
  const lines = new WeakMap<object, PipelinedConnection>();
  let ended: Promise<void> | undefined;
  return {
    pool: {
      options: pool.options,
      connect,
      end: () => (ended ??= pool.end()),
    },
    use: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    cutOff: () => {
      cut.reject(serverAway());
      cut = Promise.withResolvers<never>();
      cut.promise.catch(() => undefined);
      for (const client of open) streamOf(client).destroy();
    },
    lineOf: (client) => {
      let line = lines.get(client);
      if (line === undefined) {
        line = createPipelinedConnection(client);
        lines.set(client, line);
      }
      return line;
    },
  };
}

/**
 * Makes the server close a connection whose receiver reads nothing any more, and so release its locks. Only where the
 * server has the setting.
 */
const END_DEAF = `select set_config('tcp_user_timeout', $1, false)
  where current_setting('tcp_user_timeout', true) is not null`;

function streamOf(client: pg.PoolClient): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
}

/** What the address says about TLS is taken out of it: the driver would let it replace the authority. */
function tlsOf(url: string, caFile: string | null): Pick<pg.PoolConfig, 'connectionString' | 'ssl'> {
  const address = new URL(url);
  const mode = address.searchParams.get('sslmode') ?? (caFile === null ? 'disable' : 'verify-full');
  address.searchParams.delete('sslmode');
  const connectionString = address.href;
  if (mode === 'disable') return { connectionString };
  if (mode === 'no-verify') return { connectionString, ssl: { rejectUnauthorized: false } };
  return { connectionString, ssl: caFile === null ? true : { ca: readFileSync(caFile, 'utf8') } };
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

/** Kysely never names its statements. A named one is planned once per connection instead of at each call. */
function namingClient(refusalFor: (error: unknown) => unknown): typeof pg.Client {
  return class NamingClient extends pg.Client {
    readonly #names = new Map<string, string>();

    // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature is a union of eight overloads.
    override query(...args: any[]): any {
      const [text, values, ...rest] = args;
      if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
        const name = this.nameOf(text);
        if (name !== undefined) return this.#telling(super.query({ name, text, values }, ...(rest as [])));
      }
      if (typeof text === 'string' && text.endsWith(NO_HURRY)) {
        return this.#telling(super.query({ text, values, query_timeout: DAY_MS } as pg.QueryConfig, ...(rest as [])));
      }
      return this.#telling((super.query as (...args: unknown[]) => unknown)(...args));
    }

    #telling(answer: unknown): unknown {
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => Promise.reject(this.meaning(error)));
    }

    /** Separates failures because the server is away from errors in the statement. */
    meaning(error: unknown): unknown {
      // The server may still be working on it, so the connection cannot be used for anything else.
      if (error instanceof Error && error.message === 'Query read timeout') this.end().catch(() => undefined);
      return refusalFor(outOfReach(error));
    }

    nameOf(text: string): string | undefined {
      if (text.endsWith(NO_HURRY)) return undefined;
      let name = this.#names.get(text);
      if (name === undefined && this.#names.size < NAMED_MAX) {
        name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
        this.#names.set(text, name);
      }
      return name;
    }
  };
}
