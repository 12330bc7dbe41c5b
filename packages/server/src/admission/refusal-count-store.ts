/** In the database: how many commands of a user the rate limit has refused since the last audit entry about them. */
import type { Queries } from '../db/database.ts';

export async function countOne(tx: Queries, userId: string, now: number): Promise<void> {
  await tx
    .insertInto('refusal_counts')
    .values({ user_id: userId, since: now, count: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ count: eb('refusal_counts.count', '+', 1) })),
    )
    .execute();
}

/** Resets the count. */
export async function takeCount(tx: Queries, userId: string): Promise<number> {
  const row = await tx.deleteFrom('refusal_counts').where('user_id', '=', userId).returning('count').executeTakeFirst();
  return row?.count ?? 0;
}

export async function usersCountedBefore(queries: Queries, time: number): Promise<string[]> {
  const rows = await queries.selectFrom('refusal_counts').select('user_id').where('since', '<', time).execute();
  return rows.map(({ user_id }) => user_id);
}
