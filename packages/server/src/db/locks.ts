/** Locks until the end of a transaction. SQLite has one writer at a time, so there a transaction holds everything. */
import { sql } from 'kysely';
import { byDialect } from './by-dialect.ts';
import { compileOnce } from './compile-once.ts';
import type { Queries } from './database.ts';

/** Sets the longest wait of this transaction for a lock. */
export const waitAtMost = byDialect<[ms: number], Promise<void>>({
  sqlite: async () => {},
  postgres: async (tx, ms) => {
    await sql.raw(`set local lock_timeout = ${Math.trunc(ms)}`).execute(tx);
  },
});

const takeLock = compileOnce((tx: Queries, name: string) =>
  tx.selectNoFrom(sql<null>`pg_advisory_xact_lock(hashtextextended(${name}, 0))`.as('lock')),
);

/** What is agreed on by name, where there may be no row yet. */
export const lockName = byDialect<[name: string], Promise<void>>({
  sqlite: async () => {},
  postgres: async (tx, name) => {
    await takeLock(tx, name);
  },
});

/** One such name for each user, in one order, so that two of these never wait for each other. */
export const lockNameOfEverybody = byDialect<[prefix: string], Promise<void>>({
  sqlite: async () => {},
  postgres: async (tx, prefix) => {
    await sql`select count(pg_advisory_xact_lock(hashtextextended(${prefix}::text || id, 0))::text)
      from (select id from users order by id) as everybody`.execute(tx);
  },
});

/** Locks the table against other writers. */
export const lockTable = byDialect<[table: string], Promise<void>>({
  sqlite: async () => {},
  postgres: async (tx, table) => {
    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx);
  },
});
