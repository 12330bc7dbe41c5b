/** Closing an entry of the log rewrites no index: PostgreSQL keeps the new version of the row on its page. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAudit } from '../../packages/server/src/audit/audit.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
import { migrate } from '../../packages/server/src/db/migrate.ts';
import { openPostgres } from '../../packages/server/src/db/postgres.ts';
import { personalWorkspaceId, type WorkspaceId } from '../../packages/server/src/ids.ts';
import { createPostgresDatabase } from '../databases.ts';

let database: Database;
beforeAll(async () => {
  database = openPostgres(await createPostgresDatabase());
  await migrate(database);
});
afterAll(() => database?.close());

/** As many commands at once, each of another user, as one instance runs for one. */
const USERS = 16;
const EACH = 25;
const subject = (workspaceId: WorkspaceId) => ({
  workspaceId,
  source: 'mcp' as const,
  machine: 'web-1',
  container: null,
  cwd: '/srv/app',
  alias: null,
  typedChars: 30,
  commandTemplate: 'docker compose logs --tail 200 web',
  tokenHint: 'abcd',
  ip: '203.0.113.7',
});
const rows = async (text: string) => (await sql.raw<Record<string, number>>(text).execute(database.queries)).rows;

it('of nine in ten entries and more', async () => {
  const settings = { instanceId: 'one', sealKey: Buffer.alloc(32, 1), deadAfterMs: 30_000 };
  const audit = createAudit(database, Date.now, settings);
  const work = async (_: unknown, user: number) => {
    for (let index = 0; index < EACH; index++) {
      const entry = await database.transaction((tx) => audit.open(tx, subject(personalWorkspaceId(`user${user}`))));
      const exitCode = index % 5 === 0 ? 1 : 0;
      const ending = { status: 'done' as const, exitCode, durationMs: 120, stdoutBytes: 4096, returnedBytes: 900 };
      await database.transaction(async (tx) => audit.closeOrFail(tx, entry, ending));
    }
  };
  await Promise.all(Array.from({ length: USERS }, work));

  const all = USERS * EACH;
  const counted = () =>
    rows(`select n_tup_upd::int as closed, n_tup_hot_upd::int as hot from pg_stat_user_tables
      where relname = 'audit_entries'`);
  // The server publishes what it has counted a moment later.
  const closed = async () => (await counted())[0]?.closed;
  await expect.poll(closed, { interval: 200 }).toBe(all);
  expect((await counted())[0]!.hot! / all).toBeGreaterThanOrEqual(0.9);

  // The database keeps by itself which are open, and how the others ended.
  expect(await rows('select * from open_entries')).toEqual([]);
  const failed = await audit.list(personalWorkspaceId('user3'), { success: false, limit: 100 });
  expect(failed.entries).toHaveLength(EACH / 5);
  expect((await audit.list(null, { success: true, limit: 500 })).entries).toHaveLength((all * 4) / 5);
});
