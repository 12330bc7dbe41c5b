/** Sessions that were ended before their time. */
import type { Queries } from '../db/database.ts';

export async function endSession(queries: Queries, jti: string, expiresAt: number): Promise<void> {
  await queries
    .insertInto('ended_sessions')
    .values({ jti, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('jti').doNothing())
    .execute();
}

export async function isEnded(queries: Queries, jti: string): Promise<boolean> {
  const row = await queries.selectFrom('ended_sessions').select('jti').where('jti', '=', jti).executeTakeFirst();
  return row !== undefined;
}

/** A session that has expired by itself need not be remembered. */
export async function forgetEndedBefore(queries: Queries, now: number): Promise<void> {
  await queries.deleteFrom('ended_sessions').where('expires_at', '<', now).execute();
}
