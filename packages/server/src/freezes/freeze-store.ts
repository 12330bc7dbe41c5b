/** Freezes in the database. */
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { FreezesTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';

export type FreezeRow = Selectable<FreezesTable>;

/** What one freeze covers: there is at most one of each. */
export type FreezeScope = Pick<FreezeRow, 'workspace_id' | 'machine' | 'token_id'>;

/** False where the same is frozen already. */
export async function insertFreeze(tx: Queries, row: FreezeRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('freezes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findSame(tx: Queries, scope: FreezeScope): Promise<FreezeRow | undefined> {
  return tx
    .selectFrom('freezes')
    .selectAll()
    .where('workspace_id', 'is not distinct from', scope.workspace_id)
    .where('machine', 'is not distinct from', scope.machine)
    .where('token_id', 'is not distinct from', scope.token_id)
    .executeTakeFirst();
}

/** The freezes of these workspaces and those of the whole instance, newest first. */
export async function freezesOf(queries: Queries, workspaceIds: readonly WorkspaceId[]): Promise<FreezeRow[]> {
  return queries
    .selectFrom('freezes')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('workspace_id', 'is', null),
        ...(workspaceIds.length > 0 ? [eb('workspace_id', 'in', workspaceIds)] : []),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** `workspaceId` null: one of the whole instance. */
export async function deleteFreeze(
  queries: Queries,
  workspaceId: WorkspaceId | null,
  id: string,
): Promise<FreezeRow | undefined> {
  return queries
    .deleteFrom('freezes')
    .where('id', '=', id)
    .where('workspace_id', 'is not distinct from', workspaceId)
    .returningAll()
    .executeTakeFirst();
}
