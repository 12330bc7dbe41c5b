/** Shared secrets of authenticator apps, and recovery codes, in the database. */
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { TotpTable } from '../db/schema.ts';

export type TotpRow = Selectable<TotpTable>;

export async function findTotp(queries: Queries, userId: string): Promise<TotpRow | undefined> {
  return queries.selectFrom('totp').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Replaces one that was not confirmed. False when there is one that was. */
export async function putUnconfirmed(tx: Queries, userId: string, sealed: Buffer, now: number): Promise<boolean> {
  const fresh = { sealed, last_step: 0, created_at: now };
  const written = await tx
    .insertInto('totp')
    .values({ user_id: userId, ...fresh, confirmed_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh).where('totp.confirmed_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst();
  return written !== undefined;
}

/** False when this step, or a later one, was used before. */
export async function useStep(queries: Queries, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when another call confirmed it first, or it was replaced. */
export async function confirmTotp(tx: Queries, { user_id, created_at }: TotpRow, step: number, now: number) {
  const { numUpdatedRows } = await tx
    .updateTable('totp')
    .set({ last_step: step, confirmed_at: now })
    .where('user_id', '=', user_id)
    .where('created_at', '=', created_at)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Also its recovery codes. False when there was none. */
export async function deleteTotp(tx: Queries, userId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await tx.deleteFrom('totp').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(tx: Queries, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute();
}

/** False when it is none of the user's, or was used before. */
export async function useRecoveryCode(queries: Queries, userId: string, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(queries: Queries, userId: string): Promise<number> {
  const rows = await queries.selectFrom('recovery_codes').select('hash').where('user_id', '=', userId).execute();
  return rows.length;
}
