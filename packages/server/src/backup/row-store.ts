/** Rows of any table, read from one database and written to another: both see the same values. */
import { type RawBuilder, sql } from 'kysely';
import { byDialect } from '../db/by-dialect.ts';
import type { Queries } from '../db/database.ts';
import type { TableInfo } from './catalogue-store.ts';

/** Text, number or null as they are; bytes as an object with their base64. */
export type Value = string | number | null | { readonly b: string };
/** In the order of the table's columns. */
export type Row = readonly Value[];

const PAGE = 100;
/** How many values one statement may carry, on either database. */
const PARAMETERS_MAX = 30_000;

/** Runs `work` on one state of the database, whatever others write meanwhile. */
export function inSnapshot<T>(queries: Queries, work: (tx: Queries) => Promise<T>): Promise<T> {
  return queries.connection().execute(async (tx) => {
    await beginSnapshot(tx);
    try {
      return await work(tx);
    } finally {
      await sql`rollback`.execute(tx);
    }
  });
}

/** Longer than a slow disk takes to write a page of rows: nothing is locked, so nobody waits for whoever reads. */
const READER_PAUSE = sql.lit('10min');

const beginSnapshot = byDialect<[], Promise<void>>({
  sqlite: async (tx) => {
    await sql`begin`.execute(tx);
  },
  postgres: async (tx) => {
    await sql`begin isolation level repeatable read read only`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = ${READER_PAUSE}`.execute(tx);
  },
});

export async function hasUsers(queries: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from users limit 1`.execute(queries);
  return rows.length > 0;
}

/** All rows, a page at a time, in the order of the primary key. */
export async function* readRows(queries: Queries, table: TableInfo): AsyncGenerator<Row[]> {
  const { name, columns, key } = table;
  if (key.length === 0) throw new Error(`table ${name} has no primary key`);
  const keyRefs = sql.join(key.map((column) => sql.ref(column)));
  let after: RawBuilder<unknown> = sql``;
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)} ${after}
      order by ${keyRefs} limit ${PAGE}`.execute(queries);
    if (rows.length > 0) yield rows.map((row) => columns.map((column) => encode(row[column], name, column)));
    if (rows.length < PAGE) return;
    const last = rows.at(-1)!;
    after = sql`where (${keyRefs}) > (${sql.join(key.map((column) => last[column]))})`;
  }
}

export async function insertRows(
  tx: Queries,
  name: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const atOnce = Math.max(1, Math.floor(PARAMETERS_MAX / columns.length));
  for (let start = 0; start < rows.length; start += atOnce) {
    const values = rows.slice(start, start + atOnce).map((row) => sql`(${sql.join(row.map(decode))})`);
    await sql`insert into ${sql.table(name)} (${names}) ${keepingIds(tx)} values ${sql.join(values)}`.execute(tx);
  }
}

/** A generated id keeps its value. */
const keepingIds = byDialect<[], RawBuilder<unknown>>({
  sqlite: () => sql``,
  postgres: () => sql`overriding system value`,
});

type Counter = NonNullable<TableInfo['counter']>;

/** Ids are never given twice, even if their rows are gone. */
export const setCounter = byDialect<[table: string, counter: Counter], Promise<void>>({
  sqlite: async (tx, table, { value }) => {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${value})`.execute(tx);
  },
  postgres: async (tx, table, { column, value }) => {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${value})`.execute(tx);
  },
});

function encode(value: unknown, table: string, column: string): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (Buffer.isBuffer(value)) return { b: value.toString('base64') };
  throw new Error(`column ${table}.${column} holds a ${typeof value}, which a backup cannot carry`);
}

function decode(value: Value): unknown {
  return value !== null && typeof value === 'object' ? Buffer.from(value.b, 'base64') : value;
}
