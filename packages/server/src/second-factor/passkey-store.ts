/** Passkeys, and the challenges that were answered, in the database. */
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { PasskeysTable } from '../db/schema.ts';

export type PasskeyRow = Selectable<PasskeysTable>;

export async function listPasskeys(queries: Queries, userId: string): Promise<PasskeyRow[]> {
  return queries
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findPasskey(queries: Queries, credentialId: string): Promise<PasskeyRow | undefined> {
  return queries.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** False when it is registered already. */
export async function insertPasskey(tx: Queries, passkey: PasskeyRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False when another sign-in has moved its counter since it was read. */
export async function notePasskeyUse(queries: Queries, row: PasskeyRow, counter: number, now: number) {
  const { numUpdatedRows } = await queries
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', row.id)
    .where('counter', '=', row.counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function renamePasskey(tx: Queries, userId: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Its name, or undefined when the user has no such passkey. */
export async function deletePasskey(tx: Queries, userId: string, id: string): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return deleted?.name;
}

/** Returns how many. */
export async function deletePasskeys(tx: Queries, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** False when it was remembered before. */
export async function rememberChallenge(queries: Queries, challenge: string, expires_at: number): Promise<boolean> {
  const inserted = await queries
    .insertInto('used_challenges')
    .values({ challenge, expires_at })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .returning('challenge')
    .executeTakeFirst();
  return inserted !== undefined;
}
