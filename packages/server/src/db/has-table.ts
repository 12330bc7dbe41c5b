/** Whether a table is there. Any other answer than yes or no is an error: a database that is away has no tables to speak of. */
import { sql } from 'kysely';
import type { Dialect, Queries } from './database.ts';

export async function hasTable(queries: Queries, dialect: Dialect, name: string): Promise<boolean> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(queries)
      : await sql`select 1 from pg_class where oid = to_regclass(${name})`.execute(queries);
  return rows.length > 0;
}
