/** The one way in which a command without a service gets to the database of an installation. */
import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/read-config.ts';
import type { Database, Queries } from '../db/database.ts';
import { assertOwnDatabase, assertRightKind, NoInstance } from '../db/installation.ts';
import { holdInstanceLock } from '../db/instance-lock.ts';
import { isMigrated, pendingMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { lastLeaseEnds } from '../instances/index.ts';

/** The database has a state that this command cannot work on. The message says what to do. */
export class NotNow extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotNow';
  }
}

export async function onDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(config);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** On an instance of any version. Makes nothing: a wrong directory or database does not become an empty instance. */
export async function onInstance<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  assertRightKind(config);
  if (config.databaseUrl === null) assertFile(config);
  return onDatabase(config, async (database) => {
    if (!(await isMigrated(database))) throw new NoInstance(config);
    await assertOwnDatabase(database, config);
    return work(database);
  });
}

/** The same for what needs the schema of this version. Migrations are one-way, so none is applied on the side. */
export function onCurrentInstance<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  return onInstance(config, async (database) => {
    const pending = await pendingMigrations(database);
    if (pending.length > 0) {
      throw new NotNow(
        `the database has the schema of an older version: make a backup, then run \`synapse migrate\` (${pending.length} to do)`,
      );
    }
    return work(database);
  });
}

/**
 * The same for what must not happen while an instance runs. SQLite: the lock that a service holds is taken, so none can
 * start meanwhile. PostgreSQL: `refuseRunning` is called in the transaction that changes something; until its end no
 * instance can begin a lease.
 */
export async function whileStopped<T>(
  config: Config,
  now: number,
  work: (database: Database, refuseRunning: (tx: Queries) => Promise<void>) => Promise<T>,
): Promise<T> {
  assertRightKind(config);
  if (config.databaseUrl === null) assertFile(config);
  const lock = config.databaseUrl === null ? holdInstanceLock(config.dataDir) : null;
  try {
    return await onCurrentInstance(config, (database) => {
      const refuseRunning = async (tx: Queries): Promise<void> => {
        const until = lock === null ? await lastLeaseEnds(tx, now) : null;
        if (until !== null) throw new NotNow(runningUntil(until));
      };
      return work(database, refuseRunning);
    });
  } finally {
    lock?.release();
  }
}

const runningUntil = (until: number): string =>
  `an instance may be running on this database (it holds a lease until ${new Date(until).toISOString()}): stop all of them first; after a crash, wait until then`;

/** Throws EACCES where this user may not use it. */
function assertFile(config: Config): void {
  const file = join(config.dataDir, 'synapse.db');
  if (statSync(file, { throwIfNoEntry: false }) === undefined) throw new NoInstance(config);
  for (const path of [config.dataDir, file]) accessSync(path, constants.R_OK | constants.W_OK);
}
