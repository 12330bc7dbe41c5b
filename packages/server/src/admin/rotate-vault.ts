/** Replaces the master key. A crash at any moment leaves a key on disk that opens the vault. */
import { existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config/read-config.ts';
import type { Database, Queries } from '../db/database.ts';
import { masterKey } from '../vault/cipher.ts';
import { createKeyFile, findMasterKey, MasterKeyError, readKeyFile, replaceKeyFile } from '../vault/master-key.ts';
import { assertMasterKey, rotateMasterKey } from '../vault/rotate.ts';

/**
 * If the key is configured, the new one is written to `newKeyFile`, and the configuration must then be changed to it.
 */
export async function rotateVault(
  database: Database,
  config: Config,
  newKeyFile: string | null,
  refuseRunning: (tx: Queries) => Promise<void>,
): Promise<{ secrets: number; key_file: string }> {
  if (config.masterKey !== null && newKeyFile === null) {
    throw new MasterKeyError(
      'the key comes from the configuration: name a file for the new one with --new-key-file, then point SYNAPSE_MASTER_KEY_FILE to it',
    );
  }
  const current = join(config.dataDir, 'master.key');
  const next = newKeyFile === null ? `${current}.new` : resolve(newKeyFile);
  if (newKeyFile === null) await finishInterrupted(database, config.dataDir, next);
  else if (existsSync(next)) throw new MasterKeyError(`${next} is there already: choose another name`);

  const oldKey = findMasterKey(config);
  if (oldKey === null) throw new MasterKeyError(`there is no master key in ${config.dataDir}: put it back first`);
  const newKey = createKeyFile(dirname(next), next);
  if (newKey === null) throw new MasterKeyError(`${next} cannot be written`);
  let secrets: number;
  try {
    ({ secrets } = await rotateMasterKey(database, masterKey(oldKey), masterKey(newKey), refuseRunning));
  } catch (error) {
    rmSync(next);
    throw error;
  }
  if (newKeyFile !== null) return { secrets, key_file: next };
  replaceKeyFile(config.dataDir, next);
  return { secrets, key_file: current };
}

/** An earlier rotation was interrupted. Its key takes over if the database already uses it, otherwise it is removed. */
async function finishInterrupted(database: Database, dataDir: string, next: string): Promise<void> {
  const key = readKeyFile(next);
  if (key === null) return;
  try {
    await assertMasterKey(database, masterKey(key));
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    rmSync(next);
    return;
  }
  replaceKeyFile(dataDir, next);
}
