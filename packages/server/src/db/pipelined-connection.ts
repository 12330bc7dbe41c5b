/**
 * One connection to PostgreSQL in use. The driver sends each statement when it is asked for, without waiting for the
 * answers to those before it.
 */
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { offerShortcut } from './compile-once.ts';
import type { Queries } from './database.ts';
import type { Schema } from './schema.ts';

export interface PipelinedConnection {
  /** For stores. Statements reach the server in the order in which they were asked for. */
  readonly queries: Queries;
  /** One statement. */
  run(text: string, values: readonly unknown[]): Promise<readonly unknown[]>;
  /** From here to `commit` or `rollback` all of it is one transaction. */
  begin(): void;
  /** Sent after the statements that are still in flight. Rejects if any statement of the transaction failed. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export function createPipelinedConnection(client: pg.PoolClient): PipelinedConnection {
  let inTransaction = false;
  /** The end of the transaction is asked for: what came now would be outside of it. */
  let ending = false;
  /** After a failure the transaction is over: nothing may run behind it, outside of it. */
  let failure: { readonly error: unknown } | null = null;
  /** The newest statement. Those before it are settled when it is. */
  let newest: Promise<unknown> = Promise.resolve();

  const send = (text: string, values?: readonly unknown[]): Promise<pg.QueryResult> => {
    const answer = client.query(text, values as unknown[]).catch((error: unknown) => {
      if (inTransaction) failure ??= { error };
      throw error;
    });
    newest = answer.catch(() => undefined);
    return answer;
  };
  const assertNoFailure = (): void => {
    if (failure !== null) throw failure.error;
  };
  const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    assertNoFailure();
    if (ending) throw new Error('a statement came after the end of its transaction was asked for');
    return send(text, values);
  };
  const run: PipelinedConnection['run'] = async (text, values) => (await query(text, values)).rows;
  const end = async (how: 'commit' | 'rollback'): Promise<pg.QueryResult> => {
    const before = newest;
    ending = true;
    try {
      const answer = await send(how);
      await before;
      return answer;
    } finally {
      ending = false;
    }
  };

  const connection = { query, release: () => undefined };
  const pool = { connect: async () => connection, end: async () => undefined };
  const queries = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) });
  offerShortcut(queries, (text) => (values) => run(text, values));

  return {
    queries,
    run,
    begin: () => {
      [inTransaction, failure] = [true, null];
      send('begin').catch(() => undefined);
    },
    commit: async () => {
      assertNoFailure();
      const { command } = await end('commit');
      // The server rolls back if a statement failed whose answer was still on its way.
      assertNoFailure();
      if (command !== 'COMMIT') throw new Error(`the answer to commit was ${command}`);
      inTransaction = false;
    },
    rollback: async () => {
      failure = null;
      await end('rollback');
      [inTransaction, failure] = [false, null];
    },
  };
}
