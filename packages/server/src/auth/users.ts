/** The rules of users: creating, changing and removing them. */
import { randomBytes } from 'node:crypto';
import {
  grantableScopes,
  type Language,
  type PlanId,
  Refusal,
  type Role,
  type Scope,
  type User,
  type UserChange,
} from '@synapse/contract';
import { reachOf } from '../access/access.ts';
import type { Audit } from '../audit/audit.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { newId, personalWorkspaceId } from '../ids.ts';
import { describeChange } from './describe-change.ts';
import { hashPassword } from './passwords.ts';
import {
  deleteUser,
  emailKey,
  findUser,
  findUserByEmail,
  findUserByName,
  insertUser,
  listUsers,
  lockActiveAdmins,
  lockUser,
  type UserChanges,
  type UserRow,
  updateUser,
  usernameKey,
} from './user-store.ts';
import type { Doer } from './write-note.ts';

// For other modules.
export { findUser, findUserByEmail, findUserByName, listUsers, lockUser, type UserRow } from './user-store.ts';

export interface NewAccount {
  username: string;
  password: string;
  plan: PlanId;
  role: Role;
  email?: string | null | undefined;
}

export type LinkedAccount = Omit<NewAccount, 'username' | 'password'> & { email: string };

/** Who changes an account. `userId` null: no signed-in user; the entry then goes to the log of the account itself. */
export interface Actor extends Omit<Doer, 'userId'> {
  readonly userId: string | null;
  /** In which other way than by hand. */
  readonly how?: 'offline' | 'single sign-on';
}

/** What is changed and its entry in the audit log are committed together. */
export interface Users {
  create(account: NewAccount, by: Actor): Promise<User>;
  /** Creates the first administrator. Null when there are users already. */
  createFirst(account: NewAccount): Promise<User | null>;
  /** Removes it where the service could not start, before its password was shown. */
  removeFirst(id: string): Promise<void>;
  /**
   * Creates an account without a known password, with the first of these names that is free. `link` is part of
   * the same transaction. False when the e-mail address is taken, or every name.
   */
  createLinked(
    account: LinkedAccount,
    names: Iterable<string>,
    link: (tx: Queries, userId: string) => Promise<void>,
  ): Promise<boolean>;
  list(): Promise<User[]>;
  find(id: string): Promise<UserRow | null>;
  findByName(username: string): Promise<User | null>;
  change(id: string, change: UserChange, by: Actor): Promise<User>;
  /** What a person may change in their own account. */
  setLanguage(id: string, language: Language | null): Promise<UserRow>;
  /** What the account is set to; null where nothing is. */
  languageOf(id: string): Promise<Language | null>;
  isEnabled(id: string): Promise<boolean>;
  remove(id: string, by: Actor): Promise<void>;
}

/** What else has to happen when a user is changed. */
export interface UserEffects {
  /** From now on the plan grants only these scopes. The user's tokens lose all others, in the same transaction. */
  narrowTokens(tx: Queries, userId: string, granted: readonly Scope[]): Promise<void>;
  /**
   * The user is about to be removed or disabled, and is locked: what they approved in crews counts no longer. Throws
   * last_owner where a crew would have no owner.
   */
  leaveCrews(tx: Queries, userId: string): Promise<void>;
  /** The user was removed or disabled: stops what runs for them. */
  shutOut(userId: string): Promise<void>;
}

export function createUsers(
  database: Database,
  clock: Clock,
  audit: Pick<Audit, 'note' | 'committed'>,
  effects: UserEffects,
): Users {
  const note = (tx: Queries, { userId, source, ip, how }: Actor, concerned: string, what: string) =>
    audit.note(tx, {
      workspaceId: personalWorkspaceId(userId ?? concerned),
      source,
      ip,
      what: how === undefined ? what : `${what} (${how})`,
    });

  const newRow = async ({ username, password, plan, role, email = null }: NewAccount): Promise<UserRow> => ({
    id: newId(clock()),
    username,
    username_key: usernameKey(username),
    email,
    email_key: email === null ? null : emailKey(email),
    password_hash: await hashPassword(password),
    plan,
    role,
    disabled: 0,
    session_epoch: 0,
    language: null,
    created_at: clock(),
    updated_at: clock(),
  });

  return {
    create: async (account, by) => {
      const row = await newRow(account);
      const entry = await database.transaction(async (tx) => {
        if (!(await insertUser(tx, row))) {
          const byName = await findUserByName(tx, account.username);
          throw new Refusal(byName === undefined ? 'email_taken' : 'user_exists');
        }
        return note(tx, by, row.id, `user add ${describeChange(null, row)}`);
      });
      audit.committed(entry);
      return userView(row);
    },

    createLinked: async (account, names, link) => {
      const [first = ''] = names;
      const draft = await newRow({ ...account, username: first, password: randomBytes(32).toString('base64') });
      for (const username of names) {
        const row = { ...draft, username, username_key: usernameKey(username) };
        const made = await database.transaction(async (tx) => {
          if (!(await insertUser(tx, row))) return false;
          await link(tx, row.id);
          return true;
        });
        if (made) return true;
        if ((await findUserByEmail(database.queries, account.email)) !== undefined) return false;
      }
      return false;
    },

    createFirst: async (account) => {
      if ((await listUsers(database.queries)).length > 0) return null;
      const row = await newRow(account);
      // If two instances start at once, the name's uniqueness lets one win.
      return (await insertUser(database.queries, row)) ? userView(row) : null;
    },

    removeFirst: async (id) => void (await database.transaction((tx) => deleteUser(tx, id))),

    list: async () => (await listUsers(database.queries)).map(userView),

    find: async (id) => (await findUser(database.queries, id)) ?? null,

    findByName: async (username) => {
      const row = await findUserByName(database.queries, username);
      return row === undefined ? null : userView(row);
    },

    change: async (id, { password, disabled, email, ...rest }, by) => {
      const changes: UserChanges = { ...rest, updated_at: clock() };
      if (email !== undefined) Object.assign(changes, { email, email_key: email === null ? null : emailKey(email) });
      if (disabled !== undefined) changes.disabled = disabled ? 1 : 0;
      if (password !== undefined) changes.password_hash = await hashPassword(password);
      const { user, entry } = await database.transaction(async (tx) => {
        if (changes.disabled === 1 || changes.role === 'member') await keepAnAdmin(tx, id);
        if (changes.email_key != null) await keepEmailsApart(tx, changes.email_key, id);
        await lockUser(tx, id);
        if (changes.disabled === 1) await effects.leaveCrews(tx, id);
        const before = await findUser(tx, id);
        const endSessions = password !== undefined || changes.disabled === 1;
        const row = await updateUser(tx, id, changes, { endSessions });
        if (before === undefined || row === undefined) throw new Refusal('not_found');
        if (rest.plan !== undefined)
          await effects.narrowTokens(tx, id, grantableScopes(rest.plan, await reachOf(tx, id)));
        const what = `user set ${describeChange(before, row)}`;
        return { user: userView(row), entry: await note(tx, by, id, what) };
      });
      audit.committed(entry);
      if (user.disabled) await effects.shutOut(id);
      return user;
    },

    setLanguage: async (id, language) => {
      const row = await updateUser(database.queries, id, { language, updated_at: clock() });
      if (row === undefined) throw new Refusal('session_invalid');
      return row;
    },

    languageOf: async (id) => (await findUser(database.queries, id))?.language ?? null,

    isEnabled: async (id) => (await findUser(database.queries, id))?.disabled === 0,

    remove: async (id, by) => {
      const entry = await database.transaction(async (tx) => {
        await keepAnAdmin(tx, id);
        await lockUser(tx, id);
        await effects.leaveCrews(tx, id);
        const row = await findUser(tx, id);
        // The entry about removing an account of one's own goes to a log that stays.
        const left = row === undefined ? null : await note(tx, by, id, `user rm ${row.username} (${id})`);
        if (!(await deleteUser(tx, id)) || left === null) throw new Refusal('not_found');
        return left;
      });
      audit.committed(entry);
      await effects.shutOut(id);
    },
  };
}

async function keepAnAdmin(tx: Queries, leaving: string): Promise<void> {
  const admins = await lockActiveAdmins(tx);
  if (admins.length === 1 && admins[0] === leaving) throw new Refusal('last_admin');
}

async function keepEmailsApart(tx: Queries, key: string, id: string): Promise<void> {
  const other = await findUserByEmail(tx, key);
  if (other !== undefined && other.id !== id && other.email_key === key) throw new Refusal('email_taken');
}

export function userView(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    plan: row.plan,
    role: row.role,
    disabled: row.disabled === 1,
    language: row.language,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}
