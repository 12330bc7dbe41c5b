/** Opens the database with the key that belongs to it, and brings it to this version. */
import type { Logger } from 'pino';
import type { Config } from '../config/read-config.ts';
import type { Database } from '../db/database.ts';
import { isMigrated, migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { type MasterKey, masterKey } from '../vault/cipher.ts';
import { loadMasterKey } from '../vault/master-key.ts';
import { assertMasterKey, refuseLostKey } from '../vault/rotate.ts';

export async function openStorage(config: Config, log: Logger): Promise<{ database: Database; key: MasterKey }> {
  const database = openDatabase(config);
  // A wrong key must touch nothing, and a lost one must not be replaced. So both are reported before a database in use
  // is changed.
  const used = await isMigrated(database);
  if (used) await refuseLostKey(database, config);
  const key = masterKey(loadMasterKey(config));
  if (used) await assertMasterKey(database, key);
  const applied = await migrate(database);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  await assertMasterKey(database, key);
  return { database, key };
}
