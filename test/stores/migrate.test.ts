/** Migrations: whole or not at all, once, also when several instances start at the same moment. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../packages/server/src/db/database.ts';
import { migrate, pendingMigrations } from '../../packages/server/src/db/migrate.ts';
import type { Migration } from '../../packages/server/src/db/migration.ts';
import { MIGRATIONS } from '../../packages/server/src/db/migrations/index.ts';
import { openDatabase } from '../../packages/server/src/db/open.ts';
import { createPostgresDatabase } from '../databases.ts';

const allNames = MIGRATIONS.map(({ name }) => name);
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe.each(['sqlite', 'postgres'] as const)('migrations on %s', (dialect) => {
  const place = async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'synapse-migrate-'));
    cleanups.push(() => rmSync(dataDir, { recursive: true }));
    return { dataDir, databaseUrl: dialect === 'postgres' ? await createPostgresDatabase() : null };
  };
  const open = (where: Awaited<ReturnType<typeof place>>): Database => {
    const database = openDatabase(where);
    cleanups.push(() => database.close());
    return database;
  };

  it('applies everything once when four instances start at once', async () => {
    const where = await place();
    const databases = [1, 2, 3, 4].map(() => open(where));
    const applied = await Promise.all(databases.map((database) => migrate(database)));
    expect(applied.flat().sort()).toEqual([...allNames].sort());
    expect(await pendingMigrations(databases[0]!)).toEqual([]);
    expect(await migrate(databases[1]!)).toEqual([]);
  });

  it('leaves nothing half-done when one fails', async () => {
    const database = open(await place());
    await migrate(database);
    const failing: Migration = {
      name: '999-failing',
      statements: () => ['create table half_done (id text)', 'create table half_done (id text)'],
    };
    await expect(migrate(database, [...MIGRATIONS, failing])).rejects.toThrow(/half_done/);
    await expect(sql`select * from half_done`.execute(database.queries)).rejects.toThrow();
    expect(await pendingMigrations(database, [...MIGRATIONS, failing])).toEqual(['999-failing']);
    expect(await migrate(database)).toEqual([]);
  });

  it('refuses a database that a newer version wrote', async () => {
    const database = open(await place());
    await migrate(database, [
      ...MIGRATIONS,
      { name: '999-future', statements: () => ['create table future (id text)'] },
    ]);
    await expect(migrate(database)).rejects.toThrow(/newer version.*999-future/);
  });
});

it('numbers migrations in order, none twice', () => {
  const numbers = allNames.map((name) => Number(name.slice(0, 3)));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  expect(numbers[0]).toBe(1);
});
