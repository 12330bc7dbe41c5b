/**
 * Gives up what was sealed under a master key that is lost, and begins a new one. Accounts, machines, policies and the
 * audit log stay.
 */
import { createSecretKey } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { AdminResults } from '@synapse/contract';
import { CHECKPOINT_FILES, sealAnew } from '../audit/checkpoints.ts';
import type { Config } from '../config/read-config.ts';
import type { Database, Queries } from '../db/database.ts';
import { type MasterKey, masterKey } from '../vault/cipher.ts';
import { createKeyFile, MasterKeyError, readKeyFile } from '../vault/master-key.ts';
import { assertOpens, beginAnew } from '../vault/rotate.ts';
import { NotNow } from './on-instance.ts';

/** What a person types to show that they mean this one. */
const instanceName = (config: Config): string =>
  config.publicUrl === null ? hostname() : new URL(config.publicUrl).hostname;

export async function forgetVault(
  database: Database,
  config: Config,
  confirm: string,
  refuseRunning: (tx: Queries) => Promise<void>,
): Promise<AdminResults['vault-forget']> {
  const name = instanceName(config);
  if (confirm !== name)
    throw new NotNow(`this gives every secret up: to confirm, type the name of this instance, ${name}`);
  const current = join(config.dataDir, 'master.key');
  const [next, aside] = [`${current}.new`, `${current}.forgotten`];
  const inPlace = config.masterKey ?? readKeyFile(current);
  if (inPlace !== null && (await opens(database, masterKey(inPlace)))) {
    throw new NotNow('the master key in place opens the vault: nothing is lost, and nothing was changed');
  }
  const left = readKeyFile(next);
  if (left !== null && (await opens(database, masterKey(left)))) {
    throw new NotNow(`${next} opens the vault: \`synapse vault rotate\` puts it in place; nothing was changed`);
  }
  if (inPlace !== null && config.masterKey === null && existsSync(aside)) {
    throw new NotNow(`${aside} is there already: put it somewhere else first`);
  }
  if (left !== null) rmSync(next);
  const bytes = config.masterKey ?? createKeyFile(config.dataDir, next);
  if (bytes === null) throw new MasterKeyError(`${next} cannot be written`);
  const key = masterKey(bytes);
  const forgotten = await database.transaction(async (tx) => {
    await refuseRunning(tx);
    const begun = await beginAnew(tx, key);
    await sealAnew(tx, createSecretKey(begun.keys.auditSeals));
    return begun.forgotten;
  });
  if (config.masterKey === null) {
    if (inPlace !== null) renameSync(current, aside);
    renameSync(next, current);
  }
  // They were signed with the lost key. New ones begin with the next start.
  for (const file of CHECKPOINT_FILES.map((each) => join(config.dataDir, each))) {
    if (existsSync(file)) renameSync(file, `${file}.forgotten`);
  }
  return { ...forgotten, key_file: config.masterKey === null ? current : null };
}

async function opens(database: Database, key: MasterKey): Promise<boolean> {
  try {
    await assertOpens(database.queries, key);
    return true;
  } catch (error) {
    if (error instanceof MasterKeyError) return false;
    throw error;
  }
}
