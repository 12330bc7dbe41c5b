/** Opens the database that the configuration names. */
import { join } from 'node:path';
import type { Database } from './database.ts';
import { makeFolder } from './make-folder.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export function openDatabase(where: { databaseUrl: string | null; dataDir: string }): Database {
  if (where.databaseUrl !== null) return openPostgres(where.databaseUrl);
  makeFolder(where.dataDir);
  return openSqlite(join(where.dataDir, 'synapse.db'));
}
