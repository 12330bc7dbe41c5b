/** Which statements PostgreSQL is left to plan once for all values. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { entriesQuery } from '../../packages/server/src/audit/listing-store.ts';
import { migrate } from '../../packages/server/src/db/migrate.ts';
import { openDatabase } from '../../packages/server/src/db/open.ts';
import { createPostgresDatabase } from '../databases.ts';

it('a listing of the log is planned for its filters, each time; what every call asks is planned once', async () => {
  const database = openDatabase({ databaseUrl: await createPostgresDatabase(), dataDir: '' });
  await migrate(database);
  const kept = await database.queries.connection().execute(async (one) => {
    await entriesQuery(one, 'postgres', { userId: null, limit: 51, machine: 'web', success: true }).execute();
    await one.selectFrom('users').select('id').where('id', '=', 'nobody').execute();
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(one);
    return rows.map(({ statement }) => statement).join('\n');
  });
  await database.close();
  expect(kept).toContain('from "users"');
  expect(kept).not.toContain('audit_entries');
});
