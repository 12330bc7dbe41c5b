/** In the database: how many commands of a user the rate limit has refused since the last audit entry about them. */
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';

/** Refusals are counted per workspace and, in a crew, per member. `actor` is empty in a personal workspace. */
export interface Refused {
  readonly workspace_id: WorkspaceId;
  readonly actor: string;
}

export async function countOne(tx: Queries, whose: Refused, now: number): Promise<void> {
  await tx
    .insertInto('refusal_counts')
    .values({ ...whose, since: now, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'actor']).doUpdateSet((eb) => ({ count: eb('refusal_counts.count', '+', 1) })),
    )
    .execute();
}

/** Resets the count. */
export async function takeCount(tx: Queries, { workspace_id, actor }: Refused): Promise<number> {
  const row = await tx
    .deleteFrom('refusal_counts')
    .where('workspace_id', '=', workspace_id)
    .where('actor', '=', actor)
    .returning('count')
    .executeTakeFirst();
  return row?.count ?? 0;
}

export async function countedBefore(queries: Queries, time: number): Promise<Refused[]> {
  return queries.selectFrom('refusal_counts').select(['workspace_id', 'actor']).where('since', '<', time).execute();
}
