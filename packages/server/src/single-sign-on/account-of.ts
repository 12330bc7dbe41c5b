/** Finds the account of a person of the issuer: the linked one, the one with their e-mail address, or a new one. */
import { Refusal, Username } from '@synapse/contract';
import type { Logger } from 'pino';
import type { Audit } from '../audit/audit.ts';
import { findUserByEmail, lockUser, type UserRow, type Users } from '../auth/users.ts';
import { writeNote } from '../auth/write-note.ts';
import type { Clock } from '../clock.ts';
import { type JoinByGroups, rolesFromGroups } from '../crews/join-by-groups.ts';
import type { Database, Queries } from '../db/database.ts';
import { findIdentity, hasIdentity, putIdentity } from './identity-store.ts';
import type { Person } from './read-claims.ts';
import { roleFromGroups, type Standing } from './role-from-groups.ts';
import type { SignOnSettings } from './settings.ts';

// For other modules.
export { deleteIdentities as unlink } from './identity-store.ts';

/** Throws oidc_no_account, oidc_other_person and account_disabled. */
export type AccountOf = (person: Person, ip: string) => Promise<UserRow>;

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly users: Users;
  readonly audit: Audit;
  readonly joinByGroups: JoinByGroups;
  readonly settings: SignOnSettings;
  readonly log: Logger;
}

/** How many names are tried for a new account. */
const TRIES = 20;

export function createAccountOf({ database, clock, users, audit, joinByGroups, settings, log }: Parts): AccountOf {
  const issuer = settings.issuer.href;

  const linked = async (person: Person, ip: string): Promise<UserRow | null> => {
    const known = await findIdentity(database.queries, issuer, person.subject);
    if (known !== undefined) return users.find(known);
    const user = await findUserByEmail(database.queries, person.email);
    if (user === undefined) return null;
    let userId = user.id;
    await writeNote(database, audit, { userId, source: 'app', ip }, async (tx) => {
      await lockUser(tx, user.id);
      // A concurrent sign-in of the same person has linked it already.
      const meanwhile = await findIdentity(tx, issuer, person.subject);
      if (meanwhile !== undefined) {
        userId = meanwhile;
        return null;
      }
      // A provider may reassign an address to another person: then the account is not theirs.
      if (await hasIdentity(tx, issuer, user.id)) throw new Refusal('oidc_other_person');
      await link(tx, person, user.id);
      return `linked with ${person.email} at ${settings.name}`;
    });
    return users.find(userId);
  };

  const link = (tx: Queries, { subject, email }: Person, userId: string): Promise<void> =>
    putIdentity(tx, { issuer, subject, userId, email }, clock());

  const create = async (person: Person, standing: Standing, ip: string): Promise<UserRow> => {
    if (!mayCreate(person.email, settings.create)) throw new Refusal('oidc_no_account', { email: person.email });
    const account = { email: person.email, role: 'member', plan: settings.plan, ...standing } as const;
    const made = await users.createLinked(account, namesFor(person), (tx, id) => link(tx, person, id));
    // Not created: a concurrent sign-in made it, or an account got that address in this moment.
    const user = await linked(person, ip);
    if (user === null) throw new Refusal('oidc_no_account', { email: person.email });
    const note = async () => `account made for ${person.email} at ${settings.name}`;
    if (made) await writeNote(database, audit, { userId: user.id, source: 'app', ip }, note);
    return user;
  };

  /** What changed in their groups since the last time takes effect now. */
  const follow = async (user: UserRow, standing: Standing, ip: string): Promise<UserRow> => {
    const by = { userId: null, source: 'app', ip, how: 'single sign-on' } as const;
    const { role = user.role, plan = user.plan } = standing;
    if (role === user.role && plan === user.plan) return user;
    try {
      await users.change(user.id, { role, plan }, by);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'last_admin')) throw error;
      log.warn(
        { username: user.username },
        'single sign-on groups would demote the last administrator: role unchanged',
      );
      await users.change(user.id, { plan }, by);
    }
    return (await users.find(user.id)) ?? user;
  };

  const enter = async (person: Person, ip: string): Promise<UserRow> => {
    const standing = roleFromGroups(person.groups, settings);
    const user = await linked(person, ip);
    if (user === null) return create(person, standing, ip);
    if (user.disabled === 1) throw new Refusal('account_disabled');
    await link(database.queries, person, user.id);
    return follow(user, standing, ip);
  };

  return async (person, ip) => {
    const user = await enter(person, ip);
    const { id, username } = user;
    if (settings.crews !== null)
      await joinByGroups({ id, username, ip }, rolesFromGroups(person.groups, settings.crews));
    return user;
  };
}

function mayCreate(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.includes('*') || domains.includes(domain);
}

/**
 * The name that they chose, if it is one; otherwise their address. A chosen name with an @ could be another user's
 * address.
 */
function namesFor({ preferredName, email }: Person): string[] {
  const chosen = preferredName !== null && !preferredName.includes('@') && Username.safeParse(preferredName).success;
  const name = chosen
    ? preferredName
    : email
        .replace(/[^\p{L}\p{N}._@-]/gu, '-')
        .replace(/^[^\p{L}\p{N}]+/u, '')
        .slice(0, 60);
  return [name, ...Array.from({ length: TRIES }, (_, index) => `${name.slice(0, 60)}-${index + 2}`)];
}
