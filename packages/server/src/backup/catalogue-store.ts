/** Which tables a database has. The database itself is asked, so that a backup never misses a new one. */
import { sql } from 'kysely';
import { byDialect } from '../db/by-dialect.ts';
import type { Queries } from '../db/database.ts';

export interface TableInfo {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[];
  readonly parents: readonly string[];
  /** The column that the database counts up, and how far it has come. */
  readonly counter: { readonly column: string; readonly value: number } | null;
}

/** Rebuilt from the rest by a restore, because the two databases store them differently. */
const DERIVED = ['search_docs', 'search_words', 'audit_words', 'open_entries', 'audit_outcomes', 'workspaces'];
/** The database makes a workspace with each of these. */
const WITH_WORKSPACES = ['users', 'crews'];
/** Of commands that run now: in a restored database none does. */
const MOMENTARY = ['lane_entries'];
/** Written by the migrations themselves, and the name of this one database: a copy gets its own. */
const OWN = ['migrations', 'installation'];

/** Parents before their children, so that rows can be restored in this order. */
export async function readCatalogue(queries: Queries): Promise<TableInfo[]> {
  const tables = await tablesOf(queries);
  return parentsFirst(tables.filter(({ name }) => ![...OWN, ...DERIVED, ...MOMENTARY].includes(name)));
}

export async function isEmptyDatabase(queries: Queries): Promise<boolean> {
  return (await tablesOf(queries)).length === 0;
}

const tablesOf = byDialect<[], Promise<TableInfo[]>>({ sqlite: sqliteTables, postgres: postgresTables });

async function sqliteTables(queries: Queries): Promise<TableInfo[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'
    order by name`.execute(queries);
  const tables: TableInfo[] = [];
  for (const { name } of rows) {
    const columns = await sql<{ name: string; pk: number }>`select name, pk from pragma_table_info(${name})`.execute(
      queries,
    );
    const parents = await sql<{ parent: string }>`
      select distinct "table" as parent from pragma_foreign_key_list(${name})`.execute(queries);
    const key = columns.rows.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    tables.push({
      name,
      columns: columns.rows.map((column) => column.name),
      key: key.map((column) => column.name),
      parents: parents.rows.map(({ parent }) => parent),
      counter: await sqliteCounter(queries, name, key[0]?.name ?? ''),
    });
  }
  return tables;
}

async function sqliteCounter(queries: Queries, table: string, column: string): Promise<TableInfo['counter']> {
  const known = await sql`select 1 from sqlite_master where name = 'sqlite_sequence'`.execute(queries);
  if (known.rows.length === 0) return null;
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(queries);
  return rows[0] === undefined ? null : { column, value: rows[0].seq };
}

async function postgresTables(queries: Queries): Promise<TableInfo[]> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`.execute(queries);
  const columns = await sql<{ table: string; name: string; identity: string }>`
    select table_name as table, column_name as name, is_identity as identity from information_schema.columns
    where table_schema = current_schema() order by ordinal_position`.execute(queries);
  const keys = await sql<{ table: string; name: string }>`
    select c.relname as table, a.attname as name
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where i.indisprimary and c.relnamespace = current_schema()::regnamespace
    order by array_position(i.indkey::int2[], a.attnum)`.execute(queries);
  const parents = await sql<{ table: string; parent: string }>`
    select child.relname as table, parent.relname as parent
    from pg_constraint f
    join pg_class child on child.oid = f.conrelid
    join pg_class parent on parent.oid = f.confrelid
    where f.contype = 'f' and child.relnamespace = current_schema()::regnamespace`.execute(queries);
  const found: TableInfo[] = [];
  for (const { name } of tables.rows) {
    const own = columns.rows.filter(({ table }) => table === name);
    const identity = own.find((column) => column.identity === 'YES')?.name;
    found.push({
      name,
      columns: own.map((column) => column.name),
      key: keys.rows.filter(({ table }) => table === name).map((column) => column.name),
      parents: parents.rows.filter(({ table }) => table === name).map(({ parent }) => parent),
      counter: identity === undefined ? null : await postgresCounter(queries, name, identity),
    });
  }
  return found;
}

async function postgresCounter(queries: Queries, table: string, column: string): Promise<TableInfo['counter']> {
  const { rows } = await sql<{ value: number | null }>`
    select last_value as value from pg_sequences
    where schemaname = current_schema()
      and format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence(${table}, ${column})`.execute(queries);
  const value = rows[0]?.value ?? null;
  return value === null ? null : { column, value };
}

function parentsFirst(tables: readonly TableInfo[]): TableInfo[] {
  const placed: TableInfo[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ name, parents }) =>
      parents
        .flatMap((parent) => (parent === 'workspaces' ? WITH_WORKSPACES : [parent]))
        .every((parent) => parent === name || !waiting.has(parent)),
    );
    if (ready.length === 0)
      throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const table of ready) {
      placed.push(table);
      waiting.delete(table.name);
    }
  }
  return placed;
}
