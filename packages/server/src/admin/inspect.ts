/** Looks at the place where the service lives, without changing anything: for `synapse doctor`. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Inspection } from '@synapse/contract';
import { listUsers } from '../auth/users.ts';
import type { Clock } from '../clock.ts';
import { type Config, ConfigError, readConfig } from '../config/read-config.ts';
import type { Database } from '../db/database.ts';
import { assertOwnDatabase, assertRightKind } from '../db/installation.ts';
import { isMigrated, pendingMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { explainDatabaseError } from '../db/out-of-reach.ts';
import { instancesAlive } from '../instances/index.ts';
import { CannotOpen, masterKey } from '../vault/cipher.ts';
import { findMasterKey, MasterKeyError } from '../vault/master-key.ts';
import { assertOpens } from '../vault/rotate.ts';

/** A running instance gives a sign of life every 10 s. */
const ALIVE_MS = 15_000;

const NOTHING: Inspection = {
  configuration: [],
  data_directory: null,
  master_key: null,
  database: { dialect: 'sqlite', problem: null, unused: false, pending: [] },
  users: 0,
  running_instances: 0,
  listen: null,
  trusts_proxy: false,
  nats: null,
};

export async function inspect(env: Readonly<Record<string, string | undefined>>, clock: Clock): Promise<Inspection> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { ...NOTHING, configuration: error.problems };
  }
  const path = resolve(config.dataDir);
  const exists = existsSync(path);
  const known: Inspection = {
    ...NOTHING,
    data_directory: { path, exists, mode: exists ? statSync(path).mode & 0o777 : null },
    listen: { host: config.host, port: config.port, public_url: config.publicUrl },
    trusts_proxy: config.trustProxy !== null,
    nats: await inspectNats(config),
    database: { ...NOTHING.database, dialect: config.databaseUrl === null ? 'sqlite' : 'postgres' },
  };
  try {
    assertRightKind(config);
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'cannot be opened';
    return { ...known, database: { ...known.database, problem }, master_key: keyProblem(config) };
  }
  // Opening the file would create it, and an inspection must not.
  if (config.databaseUrl === null && !existsSync(join(path, 'synapse.db'))) {
    return { ...known, database: { ...known.database, problem: 'not there yet', unused: true } };
  }
  let database: Database | null = null;
  try {
    database = openDatabase(config);
    if (!(await isMigrated(database))) {
      return { ...known, database: { ...known.database, problem: 'holds nothing yet', unused: true } };
    }
    await assertOwnDatabase(database, config);
    return {
      ...known,
      database: { ...known.database, pending: await pendingMigrations(database) },
      master_key: keyProblem(config) ?? (await vaultProblem(database, config)),
      users: (await listUsers(database.queries)).length,
      running_instances: await instancesAlive(database.queries, clock(), ALIVE_MS),
    };
  } catch (error) {
    const problem = explainDatabaseError(error) ?? (error instanceof Error ? error.message : 'cannot be opened');
    return { ...known, database: { ...known.database, problem }, master_key: keyProblem(config) };
  } finally {
    await database?.close();
  }
}

async function inspectNats({ natsUrl, natsCa }: Config): Promise<Inspection['nats']> {
  if (natsUrl === null) return null;
  const { checkNats } = await import('../bus/nats-bus.ts');
  return { problem: await checkNats(natsUrl, natsCa) };
}

function keyProblem(config: Config): string | null {
  try {
    return findMasterKey(config) === null ? 'there is no master key yet' : null;
  } catch (error) {
    return error instanceof Error ? error.message : 'cannot be read';
  }
}

async function vaultProblem(database: Database, config: Config): Promise<string | null> {
  const key = findMasterKey(config);
  if (key === null) return null;
  try {
    await assertOpens(database.queries, masterKey(key));
    return null;
  } catch (error) {
    if (error instanceof MasterKeyError || error instanceof CannotOpen) return error.message;
    throw error;
  }
}
