/** How far a user's log is final: what counts it may read that far and never again. */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

/** The last entry before the first one that is still running: what is after it will change. */
export async function lastSettled(queries: Queries, userId: string): Promise<number> {
  // The end first: an entry opened after this look is after the end, whether it is running or not.
  const head = await queries.selectFrom('audit_heads').select('seq').where('user_id', '=', userId).executeTakeFirst();
  // Not the user's whole log in its order, but the few running entries of everybody, by the index that holds them alone.
  const { first } = await queries
    .selectFrom('audit_entries')
    .select((eb) => eb.fn.min<number | null>('seq').as('first'))
    .where('status', '=', sql.lit('running'))
    .where(sql`user_id || ''`, '=', userId)
    .executeTakeFirstOrThrow();
  return Math.min(head?.seq ?? 0, (first ?? Number.POSITIVE_INFINITY) - 1);
}
