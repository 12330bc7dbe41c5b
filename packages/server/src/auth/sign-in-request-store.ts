/** Requests of programs to be signed in, in the database. */
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { SignInRequestsTable } from '../db/schema.ts';
import type { UserRow } from './user-store.ts';

export type SignInRequestRow = Selectable<SignInRequestsTable>;

/** False where the code is taken. */
export async function insertSignInRequest(tx: Queries, row: Insertable<SignInRequestsTable>): Promise<boolean> {
  const inserted = await tx
    .insertInto('sign_in_requests')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_code')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function countSignInRequests(queries: Queries, now: number): Promise<number> {
  const { count } = await queries
    .selectFrom('sign_in_requests')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One that is not answered yet. */
export async function findOpenRequest(
  queries: Queries,
  userCode: string,
  now: number,
): Promise<SignInRequestRow | undefined> {
  return queries
    .selectFrom('sign_in_requests')
    .selectAll()
    .where('user_code', '=', userCode)
    .where('expires_at', '>', now)
    .where('session_id', 'is', null)
    .where('refused', '=', 0)
    .executeTakeFirst();
}

/** Of two who answer at once, one. */
export async function answerRequest(
  tx: Queries,
  userCode: string,
  answer: { readonly session_id: string } | { readonly refused: 1 },
  now: number,
): Promise<SignInRequestRow | undefined> {
  return tx
    .updateTable('sign_in_requests')
    .set(answer)
    .where('user_code', '=', userCode)
    .where('expires_at', '>', now)
    .where('session_id', 'is', null)
    .where('refused', '=', 0)
    .returningAll()
    .executeTakeFirst();
}

export async function findRequest(queries: Queries, hash: Buffer, now: number): Promise<SignInRequestRow | undefined> {
  return queries
    .selectFrom('sign_in_requests')
    .selectAll()
    .where('device_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** False where another call was first: the answer is given once. */
export async function takeRequest(queries: Queries, hash: Buffer): Promise<boolean> {
  const taken = await queries
    .deleteFrom('sign_in_requests')
    .where('device_hash', '=', hash)
    .returning('user_code')
    .executeTakeFirst();
  return taken !== undefined;
}

export interface AllowingSession {
  readonly user: UserRow;
  readonly limited: boolean;
  readonly openedAt: number;
  readonly expiresAt: number;
}

/** The session in which it was allowed, if that is still open. */
export async function findAllowing(queries: Queries, id: string, now: number): Promise<AllowingSession | undefined> {
  const row = await queries
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'sessions.user_id').onRef('users.session_epoch', '=', 'sessions.epoch'),
    )
    .selectAll('users')
    .select(['sessions.created_at as opened_at', 'sessions.expires_at as ends_at', 'sessions.limited'])
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled', '=', 0)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { opened_at, ends_at, limited, ...user } = row;
  return { user: user as UserRow, limited: limited === 1, openedAt: opened_at, expiresAt: ends_at };
}
