/** One connection to PostgreSQL in use: what is asked of it at the same moment is sent together. */
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { offerShortcut } from './compile-once.ts';
import type { Queries } from './database.ts';
import { NO_HURRY } from './no-hurry.ts';
import type { Schema } from './schema.ts';
import { type QueuedStatement, StatementBatch } from './statement-batch.ts';

export interface PipelinedConnection {
  /** For stores. Statements reach the server in the order in which they were asked for. */
  readonly queries: Queries;
  /** One statement. */
  run(text: string, values: readonly unknown[]): Promise<readonly unknown[]>;
  /** From here to `commit` or `rollback` all of it is one transaction. Sent with the first statement after it. */
  begin(): void;
  /** Sent with what nobody has waited for yet. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** The driver's client, which knows a name for each statement. */
export interface NamingClient {
  nameOf(text: string): string | undefined;
  query(batch: StatementBatch): unknown;
  query(text: string, values: readonly unknown[]): Promise<pg.QueryResult>;
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown;
  /** What a failure means. */
  meaning(error: unknown): unknown;
}

interface Waiting extends QueuedStatement {
  /** It cannot be sent with others. */
  readonly alone: boolean;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

export function createPipelinedConnection(client: NamingClient): PipelinedConnection {
  const types = { getTypeParser: (oid: number, format?: 'text' | 'binary') => client.getTypeParser(oid, format) };
  const waiting: Waiting[] = [];
  let away = false;
  let begun = false;
  /** Its end is asked for: what came now would be outside of it. */
  let ending = false;
  /** After a failure the transaction is over: nothing may run behind it, outside of it. */
  let failure: { readonly error: unknown } | null = null;

  /** One after the other; and one at a time what cannot be sent with others. */
  const depart = (): void => {
    if (away || waiting.length === 0) return;
    const alone = waiting.findIndex((one) => one.alone);
    const group = waiting.splice(0, alone === 0 ? 1 : alone < 0 ? waiting.length : alone);
    away = true;
    const land = (): void => {
      away = false;
      depart();
    };
    if (alone !== 0) return void client.query(new StatementBatch(group, types, (error) => client.meaning(error), land));
    const { text, values, resolve, reject } = group[0]!;
    client.query(text, values).then(resolve, reject).finally(land);
  };
  const board = (text: string, given: readonly unknown[], name: string | undefined, alone = false) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      const values = alone ? given : given.map(prepareValue);
      waiting.push({ text, values, name, resolve, reject, alone });
      // After all that can be asked without waiting for anything was asked.
      if (waiting.length === 1) queueMicrotask(() => process.nextTick(depart));
    });
  const failed = (error: unknown): never => {
    if (begun) failure ??= { error };
    throw error;
  };
  const send = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    if (failure !== null) throw failure.error;
    if (ending) throw new Error('a statement came after the end of its transaction was asked for');
    // Without values it may be several statements in one text; and what may take its time has a limit of its own.
    const alone = values.length === 0 || text.endsWith(NO_HURRY);
    return board(text, values, alone ? undefined : client.nameOf(text), alone).catch(failed);
  };
  const run: PipelinedConnection['run'] = async (text, values) => (await send(text, values)).rows;
  const end = async (how: 'commit' | 'rollback'): Promise<void> => {
    ending = true;
    await board(how, [], how).finally(() => {
      ending = false;
    });
    begun = false;
  };

  const queries = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () =>
        driverOn({ executeQuery: async ({ sql, parameters }) => answer(await send(sql, parameters)) }),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  offerShortcut(queries, (text) => (values) => run(text, values));

  return {
    queries,
    run,
    begin: () => {
      [begun, failure] = [true, null];
      board('begin', [], 'begin')
        .catch(failed)
        .catch(() => undefined);
    },
    commit: async () => {
      if (failure !== null) throw failure.error;
      await end('commit');
    },
    rollback: async () => {
      failure = null;
      await end('rollback');
    },
  };
}

/** As Kysely wants to be told. */
function answer<Row>({ command, rowCount, rows }: pg.QueryResult) {
  const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
  return { rows: (rows ?? []) as Row[], ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
}

/** There is one connection, it is there already, and whoever made the line gives it back. */
function driverOn(line: Pick<DatabaseConnection, 'executeQuery'>): Driver {
  const unused = async (): Promise<never> => {
    throw new Error('not on a line');
  };
  const nothing = async (): Promise<void> => undefined;
  const connection = { ...line, streamQuery: unused } as unknown as DatabaseConnection;
  return {
    init: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    destroy: nothing,
    beginTransaction: unused,
    commitTransaction: unused,
    rollbackTransaction: unused,
  };
}
