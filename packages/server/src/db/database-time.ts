/** Where several instances share the database, times that they compare are its own. SQLite is served by one process, whose clock counts. */
import { type RawBuilder, sql } from 'kysely';
import { byDialect } from './by-dialect.ts';

/** The moment at which the statement comes to it, after it waited for locks. */
export const timeNow = byDialect<[processTime: number], RawBuilder<number>>({
  sqlite: (_, processTime) => sql`${processTime}`,
  postgres: () => sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
});

/** One moment for the whole statement, before it waited for anybody. */
export const statementTime = byDialect<[processTime: number], RawBuilder<number>>({
  sqlite: (_, processTime) => sql`${processTime}`,
  postgres: () => sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`,
});
