/** Users in the database. */
import type { Language, PlanId, Role } from '@synapse/contract';
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { Flag, UsersTable } from '../db/schema.ts';

export interface UserRow extends Omit<Selectable<UsersTable>, 'plan' | 'role' | 'language'> {
  plan: PlanId;
  role: Role;
  language: Language | null;
}

/** How two usernames are compared: ignoring case, and how accents are composed. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

export async function findUser(queries: Queries, id: string): Promise<UserRow | undefined> {
  return (await queries.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()) as UserRow | undefined;
}

export async function findUserByName(queries: Queries, username: string): Promise<UserRow | undefined> {
  const key = usernameKey(username);
  const row = await queries.selectFrom('users').selectAll().where('username_key', '=', key).executeTakeFirst();
  return row as UserRow | undefined;
}

/** How two e-mail addresses are compared. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase();
}

/** An account without an address is found by a name that is one. Only administrators give such names. */
export async function findUserByEmail(queries: Queries, email: string): Promise<UserRow | undefined> {
  const key = emailKey(email);
  const row = await queries
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([eb('email_key', '=', key), eb.and([eb('username_key', '=', key), eb('email_key', 'is', null)])]),
    )
    .orderBy('email_key', (order) => order.asc().nullsLast())
    .executeTakeFirst();
  return row as UserRow | undefined;
}

/** False when the name, or the e-mail address, is taken. */
export async function insertUser(queries: Queries, user: UserRow): Promise<boolean> {
  const inserted = await queries
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function listUsers(queries: Queries): Promise<UserRow[]> {
  return (await queries.selectFrom('users').selectAll().orderBy('created_at').orderBy('id').execute()) as UserRow[];
}

export interface UserChanges {
  plan?: PlanId;
  role?: Role;
  disabled?: Flag;
  language?: Language | null;
  email?: string | null;
  email_key?: string | null;
  password_hash?: string;
  updated_at: number;
}

/** Changes a user; `endSessions` makes every access token issued so far invalid. */
export async function updateUser(
  queries: Queries,
  id: string,
  changes: UserChanges,
  { endSessions = false }: { endSessions?: boolean } = {},
): Promise<UserRow | undefined> {
  const row = await queries
    .updateTable('users')
    .set(changes)
    .$if(endSessions, (query) => query.set((eb) => ({ session_epoch: eb('session_epoch', '+', 1) })))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row as UserRow | undefined;
}

export async function deleteUser(queries: Queries, id: string): Promise<boolean> {
  const { numDeletedRows } = await queries.deleteFrom('users').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Locks a user until the end of the transaction: limits per user are decided one at a time. */
export async function lockUser(tx: Queries, id: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
}

/** Active administrators, locked until the end of the transaction, so that two cannot remove each other. */
export async function lockActiveAdmins(tx: Queries): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled', '=', 0)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
