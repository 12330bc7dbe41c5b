/** Open sessions in the database. */
import type { SignInMethod } from '@synapse/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { SessionsTable } from '../db/schema.ts';
import type { UserRow } from './user-store.ts';

export type SessionRow = Selectable<SessionsTable>;

/** A list shows no more than this: a program that signs in for every call would fill it. */
const LISTED = 100;

export async function insertSession(queries: Queries, session: Insertable<SessionsTable>): Promise<void> {
  await queries.insertInto('sessions').values(session).execute();
}

/** The session with its user, if both are as they were when it was opened. */
export async function findLiveSession(
  queries: Queries,
  id: string,
  userId: string,
  epoch: number,
): Promise<
  { user: UserRow; method: SignInMethod; limited: boolean; openedAt: number; lastUsedAt: number } | undefined
> {
  const row = await queries
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select(['sessions.created_at as opened_at', 'sessions.last_used_at', 'sessions.limited', 'sessions.method'])
    .where('sessions.id', '=', id)
    .where('users.id', '=', userId)
    .where('users.disabled', '=', 0)
    .where('users.session_epoch', '=', epoch)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { opened_at, last_used_at, limited, method, ...user } = row;
  return {
    user: user as UserRow,
    method: method as SignInMethod,
    limited: limited === 1,
    openedAt: opened_at,
    lastUsedAt: last_used_at,
  };
}

/** Several calls may notice at once that it is time; one of them writes. */
export async function touchSession(queries: Queries, id: string, before: number, now: number, address: string) {
  await queries
    .updateTable('sessions')
    .set({ last_used_at: now, address })
    .where('id', '=', id)
    .where('last_used_at', '=', before)
    .execute();
}

export async function listSessions(queries: Queries, user: UserRow, now: number): Promise<SessionRow[]> {
  return queries
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('epoch', '=', user.session_epoch)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(LISTED)
    .execute();
}

/** False when the user has no such session. */
export async function deleteSession(queries: Queries, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns how many. */
export async function deleteSessions(queries: Queries, userId: string, except: string | null): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
