/** Up to which entry a user's log is final. Counters may read that far and never need to read it again. */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

/** The last entry before the first one that still runs or waits. What comes after it may still change. */
export async function lastSettled(queries: Queries, userId: string): Promise<number> {
  // The end is read first: an entry opened after this is after the end, whether it is running or not.
  const head = await queries.selectFrom('audit_heads').select('seq').where('user_id', '=', userId).executeTakeFirst();
  const firsts = await Promise.all([firstOf(queries, userId, 'running'), firstOf(queries, userId, 'pending')]);
  return Math.min(head?.seq ?? 0, ...firsts.map((first) => first - 1));
}

/** By what holds only such entries, of all users, instead of the user's whole log. */
async function firstOf(queries: Queries, userId: string, status: 'running' | 'pending'): Promise<number> {
  const { first } = await queries
    .selectFrom('open_entries')
    .select((eb) => eb.fn.min<number | null>('seq').as('first'))
    .where('status', '=', sql.lit(status))
    .where(sql`user_id || ''`, '=', userId)
    .executeTakeFirstOrThrow();
  return first ?? Number.POSITIVE_INFINITY;
}
