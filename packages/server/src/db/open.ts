/** Opens the database that the configuration names. */
import { join } from 'node:path';
import type { Database } from './database.ts';
import { makeFolder } from './make-folder.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export interface Where {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** To PostgreSQL, at most. */
  readonly databaseConnections?: number | undefined;
  readonly instanceDeadSeconds?: number | undefined;
}

export function openDatabase(where: Where): Database {
  if (where.databaseUrl !== null) {
    const { databaseConnections: connections, instanceDeadSeconds: dead } = where;
    return openPostgres(where.databaseUrl, {
      connections,
      deadAfterMs: dead === undefined ? undefined : dead * 1000,
    });
  }
  makeFolder(where.dataDir);
  return openSqlite(join(where.dataDir, 'synapse.db'));
}
