/** Opens the database of the data directory with the key that belongs to it, and brings it to this version. */
import type { Logger } from 'pino';
import type { Config } from '../config/read-config.ts';
import type { Database } from '../db/database.ts';
import { assertOwnDatabase, assertRightKind, recordInstallation, refuseEmptyDatabase } from '../db/installation.ts';
import { type HeldLock, holdInstanceLock } from '../db/instance-lock.ts';
import { makeFolder } from '../db/make-folder.ts';
import { isMigrated, migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { type MasterKey, masterKey } from '../vault/cipher.ts';
import { dropOldKey, loadMasterKey } from '../vault/master-key.ts';
import { assertMasterKey, refuseLostKey } from '../vault/rotate.ts';

export async function openStorage(config: Config, log: Logger): Promise<{ database: Database; key: MasterKey }> {
  assertRightKind(config);
  const lock = config.databaseUrl === null ? lockInstance(config.dataDir) : null;
  const opened = openDatabase(config);
  const database: Database = {
    ...opened,
    close: async () => {
      await opened.close();
      lock?.release();
    },
  };
  try {
    return { database, key: await prepareStorage(config, database, log) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function lockInstance(dataDir: string): HeldLock {
  makeFolder(dataDir);
  return holdInstanceLock(dataDir);
}

async function prepareStorage(config: Config, database: Database, log: Logger): Promise<MasterKey> {
  // A wrong database or key must touch nothing, and a lost one must not be replaced. So all are reported before a
  // database in use is changed.
  const used = await isMigrated(database);
  if (used) {
    await assertOwnDatabase(database, config);
    await refuseLostKey(database, config);
  } else {
    refuseEmptyDatabase(config);
  }
  const key = masterKey(loadMasterKey(config));
  if (used) await assertMasterKey(database, key);
  const applied = await migrate(database);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  await assertMasterKey(database, key);
  await recordInstallation(database, config.dataDir);
  // The vault opens with the new key, so a rotation is over.
  if (config.masterKey === null) dropOldKey(config.dataDir);
  return key;
}
