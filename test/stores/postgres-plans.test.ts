/** What PostgreSQL plans once for all values, and which statements may take any time. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { entriesQuery } from '../../packages/server/src/audit/listing-store.ts';
import { migrate } from '../../packages/server/src/db/migrate.ts';
import type { Migration } from '../../packages/server/src/db/migration.ts';
import { openDatabase } from '../../packages/server/src/db/open.ts';
import { openPostgres } from '../../packages/server/src/db/postgres.ts';
import { createPostgresDatabase } from '../databases.ts';

it('what comes with values is planned once', async () => {
  const database = openDatabase({ databaseUrl: await createPostgresDatabase(), dataDir: '' });
  await migrate(database);
  const kept = await database.queries.connection().execute(async (one) => {
    await entriesQuery(one, { workspaceId: null, limit: 51, machine: 'web', success: true }).execute();
    await one.selectFrom('users').select('id').where('id', '=', 'nobody').execute();
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(one);
    return rows.map(({ statement }) => statement).join('\n');
  });
  await database.close();
  expect(kept).toContain('from "users"');
  expect(kept).toContain('from "audit_entries"');
});

it('a step to a newer schema may take its time, also for the instance that waits for it; nothing else may', async () => {
  const url = await createPostgresDatabase();
  const [first, second] = [openPostgres(url, { statementMs: 300 }), openPostgres(url, { statementMs: 300 })];
  const slow: Migration = {
    name: '001-slow',
    statements: () => ['create table slow as select pg_sleep(6)::text as slept'],
  };
  const applied = await Promise.all([first, second].map((database) => migrate(database, [slow])));
  expect(applied.flat()).toEqual(['001-slow']);
  await expect(sql`select pg_sleep(1)`.execute(first.queries)).rejects.toMatchObject({ code: 'not_ready' });
  await Promise.all([first.close(), second.close()]);
});
