/** Who is who for the issuer, in the database. */
import type { Queries } from '../db/database.ts';

export async function findIdentity(tx: Queries, issuer: string, subject: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** Whether the account is linked to an identity of this issuer already. */
export async function hasIdentity(tx: Queries, issuer: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('identities')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly userId: string;
  readonly email: string;
}

export async function putIdentity(tx: Queries, { userId, email, ...who }: Identity, now: number): Promise<void> {
  const seen = { email, last_used_at: now };
  await tx
    .insertInto('identities')
    .values({ ...who, user_id: userId, ...seen, created_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(seen))
    .execute();
}

/** Returns how many. */
export async function deleteIdentities(tx: Queries, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('identities').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}
