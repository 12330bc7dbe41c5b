/** Policies in the database: the text in force, and those before it. */
import { connectionLabel } from '../auth/caller.ts';
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import { personalWorkspaceId, type WorkspaceId } from '../ids.ts';

/** Where the instance's own policy is kept. No workspace's id looks like it. */
export const INSTANCE = 'instance';

/** A workspace has one policy, and the instance. */
export type PolicyId = WorkspaceId | typeof INSTANCE;

export interface StoredPolicy {
  readonly version: number;
  readonly text: string;
  readonly updated_at: number;
}

/** What is in force in a workspace right now, by version; 0 where there is none. */
export interface InForce {
  readonly vault: number;
  readonly policy: number;
  readonly instancePolicy: number;
  /** In a crew: who gives the order, and the version of their own policy, which counts too. */
  readonly member?: { readonly id: string; readonly crew: string; readonly policy: number };
}

/** One look for all that an execution must know the newest of. */
export async function readInForce(
  queries: Queries,
  workspaceId: WorkspaceId,
  member?: { readonly id: string; readonly crew: string },
): Promise<InForce> {
  const memberId = member && personalWorkspaceId(member.id);
  const [[found], own] = await Promise.all([
    look(queries, workspaceId, workspaceId, INSTANCE),
    memberId === undefined ? [] : look(queries, memberId, memberId, INSTANCE),
  ]);
  const { vault, policy, instancePolicy } = found!;
  const inForce = { vault: vault ?? 0, policy: policy ?? 0, instancePolicy: instancePolicy ?? 0 };
  if (member === undefined) return inForce;
  return { ...inForce, member: { id: member.id, crew: member.crew, policy: own[0]?.policy ?? 0 } };
}

const look = compileOnce((queries: Queries, workspaceId: WorkspaceId, policyId: string, instance: string) =>
  queries
    .selectFrom(queries.selectNoFrom((eb) => eb.lit(1).as('one')).as('order'))
    .leftJoin('vault_versions as vault', (join) => join.on('vault.workspace_id', '=', workspaceId))
    .leftJoin('policies as own', (join) => join.on('own.id', '=', policyId))
    .leftJoin('policies as everybodys', (join) => join.on('everybodys.id', '=', instance))
    .select(['vault.version as vault', 'own.version as policy', 'everybodys.version as instancePolicy']),
);

export async function findPolicy(queries: Queries, id: string): Promise<StoredPolicy | undefined> {
  return queries
    .selectFrom('policies')
    .select(['version', 'text', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The same, held until the transaction ends: of two that write at once the second sees what the first wrote. */
export async function lockPolicy(tx: Queries, id: string): Promise<StoredPolicy | undefined> {
  return tx
    .selectFrom('policies')
    .select(['version', 'text', 'updated_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export interface NewPolicy {
  readonly id: string;
  readonly workspace_id: WorkspaceId | null;
  readonly text: string;
  readonly now: number;
  readonly by: string;
}

/** False where another was written meanwhile. */
export async function writePolicy(
  tx: Queries,
  { id, workspace_id, text, now, by }: NewPolicy,
  before: number,
): Promise<boolean> {
  const version = before + 1;
  const row = { version, text, updated_at: now, updated_by: by };
  const written =
    before === 0
      ? await tx
          .insertInto('policies')
          .values({ id, workspace_id, ...row })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
      : await tx
          .updateTable('policies')
          .set(row)
          .where('id', '=', id)
          .where('version', '=', before)
          .returning('id')
          .executeTakeFirst();
  if (written === undefined) return false;
  await tx
    .insertInto('policy_versions')
    .values({ policy_id: id, version, text, created_at: now, created_by: by })
    .execute();
  await tx
    .deleteFrom('policy_versions')
    .where('policy_id', '=', id)
    .where('version', '<=', version - KEPT)
    .execute();
  return true;
}

/** So many older texts are kept. */
const KEPT = 100;

/** By the hint that the log has of a token. */
export async function tokenLabels(queries: Queries, userId: string): Promise<Map<string, string | null>> {
  const rows = await queries.selectFrom('ai_tokens').select(['hint', 'label']).where('user_id', '=', userId).execute();
  const connected = await queries
    .selectFrom('connections')
    .select(['id', 'client_host'])
    .where('user_id', '=', userId)
    .execute();
  return new Map([
    ...rows.map(({ hint, label }) => [hint, label] as const),
    ...connected.map(({ id, client_host }) => [id, connectionLabel(client_host)] as const),
  ]);
}
