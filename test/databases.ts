/** Runs one suite on both databases: an SQLite file and a PostgreSQL database, each fresh and migrated. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Database } from '../packages/server/src/db/database.ts';
import { migrate } from '../packages/server/src/db/migrate.ts';
import { openDatabase } from '../packages/server/src/db/open.ts';
import { newId } from '../packages/server/src/ids.ts';

export interface DatabaseUnderTest {
  /** Opens another handle on the same database, as another instance would. */
  open(): Database;
  readonly where: { databaseUrl: string | null; dataDir: string };
}

export function describeOnBothDatabases(name: string, suite: (under: DatabaseUnderTest) => void): void {
  for (const dialect of ['sqlite', 'postgres'] as const) {
    describe(`${name} on ${dialect}`, () => {
      const opened: Database[] = [];
      const where = { databaseUrl: null as string | null, dataDir: '' };
      beforeAll(async () => {
        where.dataDir = mkdtempSync(join(tmpdir(), 'synapse-db-'));
        if (dialect === 'postgres') where.databaseUrl = await createPostgresDatabase();
        const database = openDatabase(where);
        await migrate(database);
        await database.close();
      });
      afterAll(async () => {
        await Promise.all(opened.map((database) => database.close()));
        rmSync(where.dataDir, { recursive: true, force: true });
      });
      const open = () => {
        const database = openDatabase(where);
        opened.push(database);
        return database;
      };
      suite({ open, where });
    });
  }
}

/** The address of a new, empty database on the server that the test run shares, or on another one. */
export async function createPostgresDatabase(url: string = inject('postgresUrl')): Promise<string> {
  const name = `t_${newId()}`;
  const admin = new pg.Client({ connectionString: `${url}/postgres` });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return `${url}/${name}`;
}
