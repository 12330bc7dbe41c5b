/** The daily quota: one counter per user and UTC day. */
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';

const takeOne = compileOnce((queries: Queries, userId: string, day: number, ceiling: number) =>
  queries
    .insertInto('daily_calls')
    .values({ user_id: userId, day, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'day'])
        .doUpdateSet((eb) => ({ used: eb('daily_calls.used', '+', 1) }))
        .where('daily_calls.used', '<', ceiling),
    )
    .returning('used'),
);

/** Counts one call unless the limit is reached. It is one statement, so parallel calls can never exceed it. */
export async function takeFromQuota(tx: Queries, userId: string, day: number, ceiling: number): Promise<boolean> {
  return (await takeOne(tx, userId, day, ceiling)).length > 0;
}

export async function returnToQuota(queries: Queries, userId: string, day: number): Promise<void> {
  await queries
    .updateTable('daily_calls')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .where('used', '>', 0)
    .execute();
}

/** For everybody who called on that day. */
export async function callsOfAll(queries: Queries, day: number): Promise<ReadonlyMap<string, number>> {
  const rows = await queries.selectFrom('daily_calls').select(['user_id', 'used']).where('day', '=', day).execute();
  return new Map(rows.map(({ user_id, used }) => [user_id, used]));
}

export async function callsOnDay(queries: Queries, userId: string, day: number): Promise<number> {
  const row = await queries
    .selectFrom('daily_calls')
    .select('used')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.used ?? 0;
}
