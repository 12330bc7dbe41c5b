/** What a version of the service relies on in the database: read from the database itself, and compared. */
import { sql } from 'kysely';
import type { Database } from '../../packages/server/src/db/database.ts';

interface Column {
  readonly type: string;
  /** A row may leave it out. */
  readonly optional: boolean;
}

export interface Shape {
  readonly columns: ReadonlyMap<string, Column>;
  /** Rules that refuse rows: checks, unique keys, references, triggers. */
  readonly rules: ReadonlySet<string>;
}

export async function readShape(database: Database): Promise<Shape> {
  return database.dialect === 'sqlite' ? sqliteShape(database) : postgresShape(database);
}

async function postgresShape({ queries }: Database): Promise<Shape> {
  const columns = await sql<{ name: string; type: string; optional: boolean }>`
    select table_name || '.' || column_name as name, data_type as type,
      is_nullable = 'YES' or column_default is not null or is_identity = 'YES' as optional
    from information_schema.columns where table_schema = current_schema()`.execute(queries);
  const constraints = await sql<{ rule: string }>`
    select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint
    where connamespace = current_schema()::regnamespace and contype in ('c', 'u', 'f', 'p')`.execute(queries);
  const indexes = await sql<{ rule: string }>`
    select indrelid::regclass || ' unique ' || pg_get_indexdef(indexrelid) as rule from pg_index
    join pg_class on pg_class.oid = indrelid
    where indisunique and relnamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_constraint where conindid = indexrelid)`.execute(queries);
  return shapeOf(columns.rows, [...constraints.rows, ...indexes.rows]);
}

async function sqliteShape({ queries }: Database): Promise<Shape> {
  const columns = await sql<{ name: string; type: string; optional: number }>`
    select t.name || '.' || c.name as name, lower(c.type) as type,
      c."notnull" = 0 or c.dflt_value is not null as optional
    from sqlite_master as t, pragma_table_info(t.name) as c
    where t.type = 'table' and t.name not like 'sqlite%' and t.name not like 'audit_words%'`.execute(queries);
  const indexes = await sql<{ rule: string }>`
    select t.name || ' unique ' || group_concat(i.name || coalesce(c.name, '')) as rule
    from sqlite_master as t, pragma_index_list(t.name) as i, pragma_index_info(i.name) as c
    where t.type = 'table' and i."unique" = 1 group by t.name, i.name`.execute(queries);
  return shapeOf(
    columns.rows.map((column) => ({ ...column, optional: column.optional === 1 })),
    indexes.rows,
  );
}

function shapeOf(columns: readonly (Column & { name: string })[], rules: readonly { rule: string }[]): Shape {
  return {
    columns: new Map(columns.map(({ name, type, optional }) => [name, { type, optional }])),
    rules: new Set(rules.map(({ rule }) => rule)),
  };
}

const tableOf = (name: string): string => name.split(/[. ]/)[0]!;

/** What the version before cannot live with: each in words. Nothing of a table that it does not know concerns it. */
export function narrowings(before: Shape, after: Shape): string[] {
  const known = new Set([...before.columns.keys()].map(tableOf));
  const found: string[] = [];
  for (const [name, column] of before.columns) {
    const now = after.columns.get(name);
    if (now === undefined) found.push(`${name} is gone`);
    else if (now.type !== column.type) found.push(`${name} is ${now.type} instead of ${column.type}`);
    else if (column.optional && !now.optional) found.push(`${name} has to be given`);
  }
  for (const [name, column] of after.columns) {
    if (known.has(tableOf(name)) && !before.columns.has(name) && !column.optional)
      found.push(`${name} has to be given`);
  }
  for (const rule of after.rules) {
    if (known.has(tableOf(rule)) && !before.rules.has(rule)) found.push(`new rule: ${rule}`);
  }
  return found;
}
