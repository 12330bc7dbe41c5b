/** Whether a table is there. Any other answer than yes or no is an error: a database that is away has no tables to speak of. */
import { sql } from 'kysely';
import { byDialect } from './by-dialect.ts';

export const hasTable = byDialect<[name: string], Promise<boolean>>({
  sqlite: async (queries, name) => {
    const { rows } = await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(queries);
    return rows.length > 0;
  },
  postgres: async (queries, name) => {
    const { rows } = await sql`select 1 from pg_class where oid = to_regclass(${name})`.execute(queries);
    return rows.length > 0;
  },
});
