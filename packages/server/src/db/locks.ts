/** Locks until the end of a transaction. SQLite has one writer at a time, so there a transaction holds everything. */
import { type SelectQueryBuilder, sql } from 'kysely';
import { compileOnce } from './compile-once.ts';
import type { Dialect, Queries } from './database.ts';
import type { Schema } from './schema.ts';

/** For `$call` of a query: the rows that it finds. */
export const lockingRows =
  (dialect: Dialect) =>
  <Table extends keyof Schema, Row>(
    query: SelectQueryBuilder<Schema, Table, Row>,
  ): SelectQueryBuilder<Schema, Table, Row> =>
    dialect === 'postgres' ? query.forUpdate() : query;

/** What is agreed on by name, where there may be no row yet. */
export async function lockName(tx: Queries, dialect: Dialect, name: string): Promise<void> {
  if (dialect === 'postgres') await takeLock(tx, name);
}

const takeLock = compileOnce((tx: Queries, name: string) =>
  tx.selectNoFrom(sql<null>`pg_advisory_xact_lock(hashtextextended(${name}, 0))`.as('lock')),
);

/** One such name for each user, in one order, so that two of these never wait for each other. */
export async function lockNameOfEverybody(tx: Queries, dialect: Dialect, prefix: string): Promise<void> {
  if (dialect === 'sqlite') return;
  await sql`select count(pg_advisory_xact_lock(hashtextextended(${prefix}::text || id, 0))::text)
    from (select id from users order by id) as everybody`.execute(tx);
}
