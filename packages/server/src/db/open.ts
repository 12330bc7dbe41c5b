/** Opens the database that the configuration names. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export function openDatabase(where: { databaseUrl: string | null; dataDir: string }): Database {
  if (where.databaseUrl !== null) return openPostgres(where.databaseUrl);
  mkdirSync(where.dataDir, { recursive: true, mode: 0o700 });
  return openSqlite(join(where.dataDir, 'synapse.db'));
}
