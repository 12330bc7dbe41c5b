/**
 * A migration expands: instances of the version before go on working beside the new schema. What a migration takes away
 * must have been made unnecessary by one of an earlier release, which it names.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../../packages/server/src/db/database.ts';
import { migrate } from '../../packages/server/src/db/migrate.ts';
import { BATCH_ROWS, migrateInBatches } from '../../packages/server/src/db/migrate-in-batches.ts';
import type { Migration } from '../../packages/server/src/db/migration.ts';
import { MIGRATIONS } from '../../packages/server/src/db/migrations/index.ts';
import { openDatabase } from '../../packages/server/src/db/open.ts';
import { createPostgresDatabase } from '../databases.ts';
import { startService } from '../service.ts';
import { narrowings, readShape } from './schema-shape.ts';

/** The last migration of each release, oldest first. Until the first release, that is the initial one. */
const RELEASES = ['001-initial'];

const scratch: string[] = [];
const opened: Database[] = [];
afterAll(async () => {
  for (const database of opened) await database.close();
  for (const folder of scratch) rmSync(folder, { recursive: true });
});

async function openEmpty(dialect: 'sqlite' | 'postgres'): Promise<Database> {
  const dataDir = mkdtempSync(join(tmpdir(), 'synapse-expand-'));
  scratch.push(dataDir);
  const database = openDatabase({
    dataDir,
    databaseUrl: dialect === 'postgres' ? await createPostgresDatabase() : null,
  });
  opened.push(database);
  return database;
}

/** Everything that each migration after the first release takes away from those before. */
async function takenBy(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  const from = 1;
  await migrate(database, migrations.slice(0, from));
  const refused: string[] = [];
  let before = await readShape(database);
  for (let at = from; at < migrations.length; at++) {
    const { name, contracts } = migrations[at]!;
    await migrate(database, migrations.slice(0, at + 1));
    const after = await readShape(database);
    const taken = narrowings(before, after);
    const release = RELEASES.findLast((last) => last < name)!;
    const mayContract =
      contracts !== undefined && migrations.some((one) => one.name === contracts) && contracts <= release;
    if (!mayContract) refused.push(...taken.map((what) => `${name}: ${what}`));
    before = after;
  }
  return refused;
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  it('every migration leaves what the version before reads and writes', async () => {
    expect(await takenBy(await openEmpty(dialect), MIGRATIONS)).toEqual([]);
  });

  it('one that does not is found, unless it contracts what an earlier release expanded', async () => {
    const one = (name: string, statement: string, contracts?: string): Migration => ({
      name,
      statements: () => [statement],
      ...(contracts && { contracts }),
    });
    const added = [
      one('901-fine', 'alter table users add column nickname text'),
      one('902-fine', 'create table pets (id text primary key, name text not null)'),
      one('903-dropped', 'alter table users drop column nickname'),
      one('904-renamed', 'alter table daily_usage rename column mended to repaired'),
      one('905-required', `alter table machines add column colour text not null default ''`),
      one('906-gone', 'drop table kept_refusals'),
      one('907-unique', 'create unique index one_label on machines (label)'),
      one('908-contraction', 'drop table kept_outputs', '001-initial'),
      one('909-too-early', 'drop table panels', '902-fine'),
    ];
    const refused = await takenBy(await openEmpty(dialect), [...MIGRATIONS, ...added]);
    expect([...new Set(refused.map((line) => line.slice(0, 3)))]).toEqual(['903', '904', '906', '907', '909']);
    expect(refused).toContain('904-renamed: daily_usage.mended is gone');
  });
});

describe.each(['sqlite', 'postgres'] as const)('a long migration on %s', (dialect) => {
  it('is done in pieces, counted, by several at once and after an interruption, and then never again', async () => {
    const database = await openEmpty(dialect);
    const rows = 2 * BATCH_ROWS + 3;
    const long: Migration = {
      name: '901-long',
      statements: () => [
        'create table marks (id integer primary key, old integer not null)',
        `insert into marks (id, old) with recursive n (id) as (select 1 union all select id + 1 from n where id < ${rows})
         select id, 1 from n`,
        'alter table marks add column fresh integer',
      ],
      batch: (_dialect, most) =>
        `update marks set fresh = old + 1 where id in (select id from marks where fresh is null limit ${most})`,
    };
    const all = [...MIGRATIONS, long];
    await migrate(database, all);
    const seen: [number, boolean][] = [];
    const stop = new AbortController();
    const first = (_name: string, done: number, ended: boolean) => {
      seen.push([done, ended]);
      stop.abort();
    };
    await migrateInBatches(database, first, stop.signal, all);
    expect(seen).toEqual([[BATCH_ROWS, false]]);
    const left = async () =>
      (await sql<{ left: number }>`select count(*) as left from marks where fresh is null`.execute(database.queries))
        .rows[0]!.left;
    expect(Number(await left())).toBe(rows - BATCH_ROWS);
    const on = new AbortController().signal;
    const note = (_name: string, done: number, ended: boolean) => void seen.push([done, ended]);
    await Promise.all([1, 2].map(() => migrateInBatches(database, note, on, all)));
    expect(Number(await left())).toBe(0);
    expect(seen.at(-1)).toEqual([rows, true]);
    const before = seen.length;
    await migrateInBatches(database, note, on, all);
    expect(seen).toHaveLength(before);
  });
});

it('an instance beside a newer schema serves, and says so', async () => {
  const service = await startService({});
  const readyz = async () => {
    const answer = await fetch(`${service.url}/readyz`);
    return [answer.status, await answer.json()];
  };
  expect(await readyz()).toEqual([200, { status: 'ok' }]);
  await sql`insert into migrations (name, applied_at) values ('999-newer', 1)`.execute(service.app.database.queries);
  expect(await readyz()).toEqual([200, { status: 'degraded', reason: 'schema' }]);
  const token = await service.login();
  const body = { machine: 'local', command: 'echo still here' };
  expect((await service.call('POST', '/synapse/exec', { token, body })).body).toMatchObject({ stdout: 'still here\n' });
  await service.stop();
});
