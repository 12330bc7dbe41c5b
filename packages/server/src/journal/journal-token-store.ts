/** Journal tokens in the database: hashes only. */
import type { Selectable } from 'kysely';
import type { UserRow } from '../auth/users.ts';
import type { Queries } from '../db/database.ts';
import type { JournalTokensTable } from '../db/schema.ts';

export type JournalTokenRow = Selectable<JournalTokensTable>;

export async function insertJournalToken(tx: Queries, row: JournalTokenRow): Promise<void> {
  await tx.insertInto('journal_tokens').values(row).execute();
}

export async function listJournalTokens(queries: Queries, userId: string): Promise<JournalTokenRow[]> {
  return queries
    .selectFrom('journal_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** A token that may still be used, with its owner. */
export async function findLiveJournalToken(
  queries: Queries,
  hash: Buffer,
): Promise<{ id: string; last_used_at: number | null; user: UserRow } | undefined> {
  const row = await queries
    .selectFrom('journal_tokens as token')
    .innerJoin('users as owner', 'owner.id', 'token.user_id')
    .selectAll('owner')
    .select(['token.id as token_id', 'token.last_used_at'])
    .where('token.hash', '=', hash)
    .where('token.revoked_at', 'is', null)
    .where('owner.disabled', '=', 0)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { token_id: id, last_used_at, ...user } = row;
  return { id, last_used_at, user: user as UserRow };
}

export async function touchJournalToken(queries: Queries, id: string, now: number): Promise<void> {
  await queries.updateTable('journal_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** False if there is none. Revoking twice keeps the first time. */
export async function revokeJournalToken(
  queries: Queries,
  which: { userId: string; id: string } | { hash: Buffer },
  now: number,
): Promise<boolean> {
  const change = queries
    .updateTable('journal_tokens')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }));
  const found =
    'hash' in which
      ? change.where('hash', '=', which.hash)
      : change.where('user_id', '=', which.userId).where('id', '=', which.id);
  return (await found.returning('id').executeTakeFirst()) !== undefined;
}

/** Removes tokens whose revocation is old. */
export async function forgetJournalTokens(tx: Queries, userId: string, revokedBefore: number): Promise<void> {
  await tx.deleteFrom('journal_tokens').where('user_id', '=', userId).where('revoked_at', '<', revokedBefore).execute();
}
