/** Secrets in the database: sealed, one row per name. */
import type { Selectable } from 'kysely';
import { atCommit } from '../db/at-commit.ts';
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import type { ReplacedSecretsTable, SecretsTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';
import type { StoredSettings } from './settings.ts';

export type SecretRow = Selectable<SecretsTable>;
export type ReplacedRow = Selectable<ReplacedSecretsTable>;

/**
 * The next version of a workspace's vault. Never given twice, so that nothing sealed under a version can come back under it.
 */
export async function raiseVaultVersion(tx: Queries, workspaceId: WorkspaceId): Promise<number> {
  const { version } = await tx
    .insertInto('vault_versions')
    .values({ workspace_id: workspaceId, version: 1 })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet((eb) => ({ version: eb('vault_versions.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function readVaultVersion(queries: Queries, workspaceId: WorkspaceId): Promise<number> {
  return (await vaultVersion(queries, workspaceId))[0]?.version ?? 0;
}

const vaultVersion = compileOnce((queries: Queries, workspaceId: WorkspaceId) =>
  queries.selectFrom('vault_versions').select('version').where('workspace_id', '=', workspaceId),
);

/** True when there was none of that name. Replacing keeps the times of creation and last use. */
export async function putSecret(tx: Queries, secret: SecretRow): Promise<boolean> {
  const { workspace_id, name, created_at: _, last_used_at: __, ...changes } = secret;
  const replaced = await tx
    .updateTable('secrets')
    .set(changes)
    .where('workspace_id', '=', workspace_id)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  if (replaced !== undefined) return false;
  await tx.insertInto('secrets').values(secret).execute();
  return true;
}

/** How many secrets a workspace has, and how many bytes they take as they are stored. */
export interface VaultSize {
  readonly secrets: number;
  readonly sealedBytes: number;
}

export async function vaultSize(tx: Queries, workspaceId: WorkspaceId): Promise<VaultSize> {
  const { secrets, bytes } = await tx
    .selectFrom('secrets')
    .select((eb) => [
      eb.fn.countAll<number>().as('secrets'),
      eb.fn.coalesce(eb.fn.sum<number>(eb.fn('length', ['sealed'])), eb.val(0)).as('bytes'),
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return { secrets: Number(secrets), sealedBytes: Number(bytes) };
}

export async function listSecrets(queries: Queries, workspaceId: WorkspaceId): Promise<SecretRow[]> {
  return queries.selectFrom('secrets').selectAll().where('workspace_id', '=', workspaceId).orderBy('name').execute();
}

/** Which of these names there are. */
export async function namesAmong(tx: Queries, workspaceId: WorkspaceId, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await tx
    .selectFrom('secrets')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where('name', 'in', names)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Everything but the value. */
export async function findSettings(tx: Queries, workspaceId: WorkspaceId, name: string) {
  return tx
    .selectFrom('secrets')
    .select(['machines', 'programs', 'removed_machines', 'description', 'folder', 'expires_at', 'rotate_days'])
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst();
}

export async function changeSettings(
  tx: Queries,
  workspaceId: WorkspaceId,
  name: string,
  settings: StoredSettings & Pick<SecretRow, 'updated_at'>,
): Promise<void> {
  await tx
    .updateTable('secrets')
    .set(settings)
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .execute();
}

/** Those with a date or a pace. */
export async function remindableSecrets(queries: Queries, workspaceId: WorkspaceId) {
  return queries
    .selectFrom('secrets')
    .select(['name', 'expires_at', 'rotate_days', 'value_at', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('expires_at', 'is not', null), eb('rotate_days', 'is not', null)]))
    .orderBy('name')
    .execute();
}

export async function boundSecrets(queries: Queries, workspaceId: WorkspaceId) {
  return queries
    .selectFrom('secrets')
    .select(['name', 'machines', 'programs', 'removed_machines'])
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('machines', 'is not', null), eb('programs', 'is not', null)]))
    .execute();
}

export async function setRemovedMachines(
  tx: Queries,
  workspaceId: WorkspaceId,
  name: string,
  removed_machines: string,
): Promise<void> {
  await tx
    .updateTable('secrets')
    .set({ removed_machines })
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .execute();
}

export async function hasSecretSince(queries: Queries, workspaceId: WorkspaceId, moment: number): Promise<boolean> {
  const row = await queries
    .selectFrom('secrets')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where('updated_at', '>=', moment)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What an assistant is about to replace or delete, if a person had set it. */
export async function keepReplaced(tx: Queries, workspaceId: WorkspaceId, name: string): Promise<void> {
  const columns = ['workspace_id', 'name', 'version', 'key_id', 'wrapped_key', 'sealed'] as const;
  await tx
    .insertInto('replaced_secrets')
    .columns(columns)
    .expression((eb) =>
      eb
        .selectFrom('secrets')
        .select(columns)
        .where('workspace_id', '=', workspaceId)
        .where('name', '=', name)
        .where('made_by', '=', 'person'),
    )
    .execute();
}

export async function dropReplaced(tx: Queries, workspaceId: WorkspaceId, name: string): Promise<void> {
  await tx.deleteFrom('replaced_secrets').where('workspace_id', '=', workspaceId).where('name', '=', name).execute();
}

export async function listReplaced(queries: Queries, workspaceId: WorkspaceId): Promise<ReplacedRow[]> {
  return queries.selectFrom('replaced_secrets').selectAll().where('workspace_id', '=', workspaceId).execute();
}

export async function deleteSecret(tx: Queries, workspaceId: WorkspaceId, name: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('secrets')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Written with the commit. */
export function touchSecrets(tx: Queries, workspaceId: WorkspaceId, names: readonly string[], now: number): void {
  for (const name of names) atCommit(tx, touchSecret(tx, workspaceId, name, now));
}

const touchSecret = compileOnce((tx: Queries, workspaceId: WorkspaceId, name: string, now: number) =>
  tx.updateTable('secrets').set({ last_used_at: now }).where('workspace_id', '=', workspaceId).where('name', '=', name),
);

/** Where values lie. */
export const SEALED_TABLES = ['secrets', 'replaced_secrets'] as const;
type SealedTable = (typeof SEALED_TABLES)[number];

/** Of all workspaces, in pages: a rotation walks through these. */
export async function secretsUnderOtherKeys(
  queries: Queries,
  table: SealedTable,
  keyId: string,
  limit: number,
): Promise<ReplacedRow[]> {
  return queries
    .selectFrom(table)
    .select(['workspace_id', 'name', 'version', 'key_id', 'wrapped_key', 'sealed'])
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
  { workspace_id, name, version }: Pick<SecretRow, 'workspace_id' | 'name' | 'version'>,
  { key_id, wrapped_key }: Pick<SecretRow, 'key_id' | 'wrapped_key'>,
): Promise<void> {
  await tx
    .updateTable(table)
    .set({ key_id, wrapped_key })
    .where('workspace_id', '=', workspace_id)
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
