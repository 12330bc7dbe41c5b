/** The master key of a database: checked at start, and replaced by a rotation that only wraps the data keys again. */
import type { Database, Queries } from '../db/database.ts';
import { type MasterKey, rewrap } from './cipher.ts';
import { type Forgotten, forgetSealed } from './forget-store.ts';
import { type InstanceKeys, loadInstanceKeys, rewrapInstanceRoot } from './instance-keys.ts';
import { checkCanary, findMasterKey, MasterKeyError, sealCanary } from './master-key.ts';
import { pack, unpack } from './sealer.ts';
import { secretContext } from './vault.ts';
import {
  readSealedFact,
  replaceWrappedKey,
  SEALED_TABLES,
  secretsUnderOtherKeys,
  writeSealedFact,
} from './vault-store.ts';

/**
 * Refuses a key that does not belong to this database, before anything is changed. The first key ever used belongs to
 * it.
 */
export async function assertMasterKey(database: Database, key: MasterKey): Promise<void> {
  if ((await readSealedFact(database.queries, 'vault_canary')) === null) {
    const canary = pack(sealCanary(key));
    await database.transaction((tx) => writeSealedFact(tx, 'vault_canary', canary, { replace: false }));
  }
  const canary = await readSealedFact(database.queries, 'vault_canary');
  if (canary === null) throw new MasterKeyError('the canary of the vault cannot be stored');
  checkCanary(key, unpack(canary));
}

/** Throws if the database was sealed under another key. One that was never sealed accepts any. */
export async function assertOpens(queries: Queries, key: MasterKey): Promise<void> {
  const canary = await readSealedFact(queries, 'vault_canary');
  if (canary !== null) checkCanary(key, unpack(canary));
}

/** Without the key of this database, no other may be made in its place. */
export async function refuseLostKey(
  database: Database,
  config: { masterKey: Buffer | null; dataDir: string },
): Promise<void> {
  // In this order: the key exists before the first canary is stored.
  const sealed = (await readSealedFact(database.queries, 'vault_canary')) !== null;
  if (!sealed || findMasterKey(config) !== null) return;
  throw new MasterKeyError(
    `there is no master key in ${config.dataDir}, and what is stored needs its own: put it back; nothing was changed`,
  );
}

/**
 * Puts every secret under `to`, in one transaction: all of them, or none. The service must be stopped, because it would
 * continue sealing under `from`. Kept outputs stay under `from` and cannot be read any more; they expire within their day.
 */
export async function rotateMasterKey(
  database: Database,
  from: MasterKey,
  to: MasterKey,
  refuseRunning: (tx: Queries) => Promise<void>,
): Promise<{ secrets: number }> {
  await assertMasterKey(database, from);
  return database.transaction(async (tx) => {
    await refuseRunning(tx);
    let secrets = 0;
    for (const table of SEALED_TABLES) {
      for (;;) {
        const rows = await secretsUnderOtherKeys(tx, table, to.id, 500);
        if (rows.length === 0) break;
        for (const row of rows) {
          const old = { keyId: row.key_id, wrappedKey: row.wrapped_key };
          const { keyId, wrappedKey } = rewrap(from, to, old, secretContext(row));
          await replaceWrappedKey(tx, table, row, { key_id: keyId, wrapped_key: wrappedKey });
        }
        if (table === 'secrets') secrets += rows.length;
      }
    }
    await rewrapInstanceRoot(tx, from, to);
    await writeSealedFact(tx, 'vault_canary', pack(sealCanary(to)), { replace: true });
    return { secrets };
  });
}

/** Gives up what only a lost key could open, and begins again under `key`. */
export async function beginAnew(tx: Queries, key: MasterKey): Promise<{ forgotten: Forgotten; keys: InstanceKeys }> {
  const forgotten = await forgetSealed(tx);
  await writeSealedFact(tx, 'vault_canary', pack(sealCanary(key)), { replace: true });
  return { forgotten, keys: await loadInstanceKeys({ queries: tx }, key) };
}
