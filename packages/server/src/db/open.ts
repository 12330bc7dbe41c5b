/** Opens the database that the configuration names. */
import { join } from 'node:path';
import type { Database } from './database.ts';
import { makeFolder } from './make-folder.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export interface Where {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** A file with the authority that has signed the certificate of PostgreSQL. */
  readonly databaseCa?: string | null | undefined;
  /** To PostgreSQL, at most. */
  readonly databaseConnections?: number | undefined;
  readonly instanceDeadSeconds?: number | undefined;
}

export function openDatabase(where: Where): Database {
  if (where.databaseUrl !== null) {
    const { databaseConnections: connections, databaseCa: caFile, instanceDeadSeconds: dead } = where;
    const deadAfterMs = dead === undefined ? undefined : dead * 1000;
    return openPostgres(where.databaseUrl, { connections, caFile, deadAfterMs });
  }
  makeFolder(where.dataDir);
  return openSqlite(join(where.dataDir, 'synapse.db'));
}
