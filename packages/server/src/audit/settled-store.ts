/** How far a user's log is final: what counts it may read that far and never again. */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

/** The last entry before the first one that still runs or waits: what is after it will change. */
export async function lastSettled(queries: Queries, userId: string): Promise<number> {
  // The end first: an entry opened after this look is after the end, whether it is running or not.
  const head = await queries.selectFrom('audit_heads').select('seq').where('user_id', '=', userId).executeTakeFirst();
  // Not the user's whole log in its order, but the few such entries of everybody, by the index that holds them alone.
  const firsts = await Promise.all([firstOf(queries, userId, 'running'), firstOf(queries, userId, 'pending')]);
  return Math.min(head?.seq ?? 0, ...firsts.map((first) => first - 1));
}

async function firstOf(queries: Queries, userId: string, status: 'running' | 'pending'): Promise<number> {
  const { first } = await queries
    .selectFrom('audit_entries')
    .select((eb) => eb.fn.min<number | null>('seq').as('first'))
    .where('status', '=', sql.lit(status))
    .where(sql`user_id || ''`, '=', userId)
    .executeTakeFirstOrThrow();
  return first ?? Number.POSITIVE_INFINITY;
}
