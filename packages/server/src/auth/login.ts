/** Signing in and changing the password, slowed down for anyone who guesses. */
import { Refusal } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { addressKey } from '../limits/address.ts';
import { hashPassword, needsRehash, nobodysHash, verifyPassword } from './passwords.ts';
import { isKnownPlace, rememberPlace } from './place-store.ts';
import type { Session, Sessions } from './sessions.ts';
import { type Counted, createThrottle } from './throttle.ts';
import { findUserByName, type UserRow, updateUser, usernameKey } from './user-store.ts';

export { forgetOldPlaces } from './place-store.ts';

export interface Credentials {
  username: string;
  password: string;
}

export interface Login {
  signIn(credentials: Credentials, ip: string): Promise<{ accessToken: string; expiresIn: number; user: UserRow }>;
  changePassword(session: Session, current: string, next: string, ip: string): Promise<void>;
}

export function createLogin(database: Database, clock: Clock, sessions: Sessions): Login {
  const throttle = createThrottle(database, clock);

  /** The user, if name and password match. A failure is counted before it is answered. */
  const check = async ({ username, password }: Credentials, counted: Counted): Promise<UserRow> => {
    const attempt = await throttle.begin(counted);
    try {
      const user = await findUserByName(database.queries, username);
      const fits = await verifyPassword(user?.password_hash ?? (await nobodysHash), password);
      if (user === undefined || !fits || user.disabled === 1) throw new Refusal('invalid_credentials');
      await attempt.succeeded();
      return user;
    } finally {
      attempt.close();
    }
  };

  /**
   * Somebody who guesses from ever new addresses fills the count of the username, which would shut its owner out. So
   * that count does not apply to an address from which the user has signed in before: there only the address's own
   * count applies.
   */
  const countSignIn = async (username: string, address: string): Promise<Counted> => {
    const user = await findUserByName(database.queries, username);
    const known = await isKnownPlace(database.queries, user, address, clock());
    const under = [byAddress(address), byUser(username)];
    return { under, heldAgainst: known ? under.slice(0, 1) : under };
  };

  const remember = (user: UserRow, address: string): Promise<void> =>
    database.transaction((tx) => rememberPlace(tx, user, address, clock()));

  return {
    signIn: async (credentials, ip) => {
      const address = addressKey(ip);
      const user = await check(credentials, await countSignIn(credentials.username, address));
      if (needsRehash(user.password_hash)) {
        const password_hash = await hashPassword(credentials.password);
        await updateUser(database.queries, user.id, { password_hash, updated_at: clock() });
      }
      await remember(user, address);
      return { ...(await sessions.open(user)), user };
    },

    changePassword: async ({ user, jti }, current, next, ip) => {
      const address = addressKey(ip);
      // A session gets through while others guess. Whoever has stolen one can guess no faster than anybody else.
      const own = [byAddress(address), `login:session:${jti}`];
      const counted = { under: [...own, byUser(user.username)], heldAgainst: own };
      await check({ username: user.username, password: current }, counted);
      const password_hash = await hashPassword(next);
      const changes = { password_hash, updated_at: clock() };
      const changed = await updateUser(database.queries, user.id, changes, { endSessions: true });
      // The user has to sign in again everywhere else.
      if (changed !== undefined) await remember(changed, address);
    },
  };
}

const byAddress = (address: string): string => `login:address:${address}`;
const byUser = (username: string): string => `login:user:${usernameKey(username)}`;
