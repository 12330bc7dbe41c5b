/** Up to which entry a user's log is final. Counters may read that far and never need to read it again. */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

/** The last entry before the first one that is still running. What comes after it may still change. */
export async function lastSettled(queries: Queries, userId: string): Promise<number> {
  // The end is read first: an entry opened after this is after the end, whether it is running or not.
  const head = await queries.selectFrom('audit_heads').select('seq').where('user_id', '=', userId).executeTakeFirst();
  // Reads the few running entries of all users, by the index that holds only those, instead of the user's whole log.
  const { first } = await queries
    .selectFrom('audit_entries')
    .select((eb) => eb.fn.min<number | null>('seq').as('first'))
    .where('status', '=', sql.lit('running'))
    .where(sql`user_id || ''`, '=', userId)
    .executeTakeFirstOrThrow();
  return Math.min(head?.seq ?? 0, (first ?? Number.POSITIVE_INFINITY) - 1);
}
