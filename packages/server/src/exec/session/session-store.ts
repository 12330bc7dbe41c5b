/** What sessions have kept, in the database: sealed, each for as long as it is used. */
import type { Queries } from '../../db/database.ts';

export async function findSession(queries: Queries, userId: string, id: string, now: number): Promise<Buffer | null> {
  const row = await queries
    .selectFrom('shell_sessions')
    .select('sealed')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.sealed ?? null;
}

/** Beyond `most` of one user, those that were used longest ago go. */
export async function putSession(
  queries: Queries,
  row: { user_id: string; id: string; sealed: Buffer; expires_at: number },
  most: number,
): Promise<void> {
  const { sealed, expires_at } = row;
  await queries
    .insertInto('shell_sessions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ sealed, expires_at }))
    .execute();
  const kept = queries
    .selectFrom('shell_sessions')
    .select('id')
    .where('user_id', '=', row.user_id)
    .orderBy('expires_at', 'desc')
    .orderBy('id')
    .limit(most);
  await queries.deleteFrom('shell_sessions').where('user_id', '=', row.user_id).where('id', 'not in', kept).execute();
}
