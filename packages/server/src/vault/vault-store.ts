/** Secrets in the database: sealed, one row per name. */
import type { Selectable } from 'kysely';
import { atCommit } from '../db/at-commit.ts';
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import type { ReplacedSecretsTable, SecretsTable } from '../db/schema.ts';
import type { StoredSettings } from './settings.ts';

export type SecretRow = Selectable<SecretsTable>;
export type ReplacedRow = Selectable<ReplacedSecretsTable>;

/**
 * The next version of a user's vault. Never given twice, so that nothing sealed under a version can come back under it.
 */
export async function raiseVaultVersion(tx: Queries, userId: string): Promise<number> {
  const { version } = await tx
    .insertInto('vault_versions')
    .values({ user_id: userId, version: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ version: eb('vault_versions.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function readVaultVersion(queries: Queries, userId: string): Promise<number> {
  return (await vaultVersion(queries, userId))[0]?.version ?? 0;
}

const vaultVersion = compileOnce((queries: Queries, userId: string) =>
  queries.selectFrom('vault_versions').select('version').where('user_id', '=', userId),
);

/** True when there was none of that name. Replacing keeps the times of creation and last use. */
export async function putSecret(tx: Queries, secret: SecretRow): Promise<boolean> {
  const { user_id, name, created_at: _, last_used_at: __, ...changes } = secret;
  const replaced = await tx
    .updateTable('secrets')
    .set(changes)
    .where('user_id', '=', user_id)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  if (replaced !== undefined) return false;
  await tx.insertInto('secrets').values(secret).execute();
  return true;
}

/** How many secrets a user has, and how many bytes they take as they are stored. */
export interface VaultSize {
  readonly secrets: number;
  readonly sealedBytes: number;
}

export async function vaultSize(tx: Queries, userId: string): Promise<VaultSize> {
  const { secrets, bytes } = await tx
    .selectFrom('secrets')
    .select((eb) => [
      eb.fn.countAll<number>().as('secrets'),
      eb.fn.coalesce(eb.fn.sum<number>(eb.fn('length', ['sealed'])), eb.val(0)).as('bytes'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { secrets: Number(secrets), sealedBytes: Number(bytes) };
}

export async function listSecrets(queries: Queries, userId: string): Promise<SecretRow[]> {
  return queries.selectFrom('secrets').selectAll().where('user_id', '=', userId).orderBy('name').execute();
}

/** Which of these names there are. */
export async function namesAmong(tx: Queries, userId: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await tx
    .selectFrom('secrets')
    .select('name')
    .where('user_id', '=', userId)
    .where('name', 'in', names)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Everything but the value. */
export async function findSettings(tx: Queries, userId: string, name: string) {
  return tx
    .selectFrom('secrets')
    .select(['machines', 'programs', 'removed_machines', 'description', 'folder', 'expires_at', 'rotate_days'])
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
}

export async function changeSettings(
  tx: Queries,
  userId: string,
  name: string,
  settings: StoredSettings & Pick<SecretRow, 'updated_at'>,
): Promise<void> {
  await tx.updateTable('secrets').set(settings).where('user_id', '=', userId).where('name', '=', name).execute();
}

/** Those with a date or a pace. */
export async function remindableSecrets(queries: Queries, userId: string) {
  return queries
    .selectFrom('secrets')
    .select(['name', 'expires_at', 'rotate_days', 'value_at', 'updated_at'])
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('expires_at', 'is not', null), eb('rotate_days', 'is not', null)]))
    .orderBy('name')
    .execute();
}

export async function boundSecrets(queries: Queries, userId: string) {
  return queries
    .selectFrom('secrets')
    .select(['name', 'machines', 'programs', 'removed_machines'])
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('machines', 'is not', null), eb('programs', 'is not', null)]))
    .execute();
}

export async function setRemovedMachines(
  tx: Queries,
  userId: string,
  name: string,
  removed_machines: string,
): Promise<void> {
  await tx
    .updateTable('secrets')
    .set({ removed_machines })
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .execute();
}

export async function hasSecretSince(queries: Queries, userId: string, moment: number): Promise<boolean> {
  const row = await queries
    .selectFrom('secrets')
    .select('name')
    .where('user_id', '=', userId)
    .where('updated_at', '>=', moment)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What an assistant is about to replace or delete, if a person had set it. */
export async function keepReplaced(tx: Queries, userId: string, name: string): Promise<void> {
  const columns = ['user_id', 'name', 'version', 'key_id', 'wrapped_key', 'sealed'] as const;
  await tx
    .insertInto('replaced_secrets')
    .columns(columns)
    .expression((eb) =>
      eb
        .selectFrom('secrets')
        .select(columns)
        .where('user_id', '=', userId)
        .where('name', '=', name)
        .where('made_by', '=', 'person'),
    )
    .execute();
}

export async function dropReplaced(tx: Queries, userId: string, name: string): Promise<void> {
  await tx.deleteFrom('replaced_secrets').where('user_id', '=', userId).where('name', '=', name).execute();
}

export async function listReplaced(queries: Queries, userId: string): Promise<ReplacedRow[]> {
  return queries.selectFrom('replaced_secrets').selectAll().where('user_id', '=', userId).execute();
}

export async function deleteSecret(tx: Queries, userId: string, name: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('secrets')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Written with the commit. */
export function touchSecrets(tx: Queries, userId: string, names: readonly string[], now: number): void {
  for (const name of names) atCommit(tx, touchSecret(tx, userId, name, now));
}

const touchSecret = compileOnce((tx: Queries, userId: string, name: string, now: number) =>
  tx.updateTable('secrets').set({ last_used_at: now }).where('user_id', '=', userId).where('name', '=', name),
);

/** Where values lie. */
export const SEALED_TABLES = ['secrets', 'replaced_secrets'] as const;
type SealedTable = (typeof SEALED_TABLES)[number];

/** For all users, in pages: a rotation walks through these. */
export async function secretsUnderOtherKeys(
  queries: Queries,
  table: SealedTable,
  keyId: string,
  limit: number,
): Promise<ReplacedRow[]> {
  return queries
    .selectFrom(table)
    .select(['user_id', 'name', 'version', 'key_id', 'wrapped_key', 'sealed'])
    .where('key_id', '!=', keyId)
    .limit(limit)
    .execute();
}

/**
 * Only if the row is still the one that was read: a secret stored meanwhile is under the new key already, or comes
 * again.
 */
export async function replaceWrappedKey(
  tx: Queries,
  table: SealedTable,
  { user_id, name, version }: Pick<SecretRow, 'user_id' | 'name' | 'version'>,
  { key_id, wrapped_key }: Pick<SecretRow, 'key_id' | 'wrapped_key'>,
): Promise<void> {
  await tx
    .updateTable(table)
    .set({ key_id, wrapped_key })
    .where('user_id', '=', user_id)
    .where('name', '=', name)
    .where('version', '=', version)
    .execute();
}

/** What the instance stores about itself, sealed. */
export type SealedFact = 'vault_canary' | 'instance_root';

export async function readSealedFact(queries: Queries, name: SealedFact): Promise<Buffer | null> {
  const row = await queries.selectFrom('instance_facts').select('value').where('name', '=', name).executeTakeFirst();
  return row === undefined ? null : Buffer.from(row.value, 'base64');
}

/** Keeps the existing one, unless it is to be replaced. */
export async function writeSealedFact(
  queries: Queries,
  name: SealedFact,
  sealed: Buffer,
  { replace }: { replace: boolean },
): Promise<void> {
  const value = sealed.toString('base64');
  await queries
    .insertInto('instance_facts')
    .values({ name, value })
    .onConflict((conflict) =>
      replace ? conflict.column('name').doUpdateSet({ value }) : conflict.column('name').doNothing(),
    )
    .execute();
}
