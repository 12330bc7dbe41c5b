/** In the database: how many commands of a user the rate limit has refused since the last audit entry about them. */
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';

export async function countOne(tx: Queries, workspaceId: WorkspaceId, now: number): Promise<void> {
  await tx
    .insertInto('refusal_counts')
    .values({ workspace_id: workspaceId, since: now, count: 1 })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet((eb) => ({ count: eb('refusal_counts.count', '+', 1) })),
    )
    .execute();
}

/** Resets the count. */
export async function takeCount(tx: Queries, workspaceId: WorkspaceId): Promise<number> {
  const row = await tx
    .deleteFrom('refusal_counts')
    .where('workspace_id', '=', workspaceId)
    .returning('count')
    .executeTakeFirst();
  return row?.count ?? 0;
}

export async function workspacesCountedBefore(queries: Queries, time: number): Promise<WorkspaceId[]> {
  const rows = await queries.selectFrom('refusal_counts').select('workspace_id').where('since', '<', time).execute();
  return rows.map(({ workspace_id }) => workspace_id);
}
