/** Signing in and changing the password, slowed down for anyone who guesses. */
import { Refusal, type SignInMethod } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { addressKey } from '../limits/address.ts';
import { dummyHash, hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import { isKnownPlace, rememberPlace } from './place-store.ts';
import type { OpenedSession, Session, Sessions } from './sessions.ts';
import { type Counted, createThrottle } from './throttle.ts';
import { findUserByName, type UserRow, updateUser, usernameKey } from './user-store.ts';
import type { Visitor } from './visitor.ts';

export { PLACE_KEPT_MS } from './place-store.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** From an authenticator app, or a recovery code. */
  readonly code?: string | undefined;
  /** For a session that may not do what only a person decides. */
  readonly limited?: boolean | undefined;
}

/** What accounts may ask for besides the password. */
export interface SecondFactor {
  isOn(userId: string): Promise<boolean>;
  /** Whether the code is right. A right one counts once. */
  use(userId: string, code: string): Promise<boolean>;
}

export interface Login {
  signIn(credentials: Credentials, visitor: Visitor): Promise<OpenedSession>;
  /** Opens a session for a user who was authenticated in another way. */
  enter(user: UserRow, method: SignInMethod, visitor: Visitor, limited?: boolean): Promise<OpenedSession>;
  /** Proving it otherwise: what is refused as wrong counts against the address, as wrong passwords do. */
  prove<T>(visitor: Visitor, proof: () => Promise<T>): Promise<T>;
  changePassword(session: Session, current: string, next: string, ip: string): Promise<void>;
}

export function createLogin(database: Database, clock: Clock, sessions: Sessions, factor: SecondFactor): Login {
  const throttle = createThrottle(database, clock);

  /** A failure is counted before it is answered. What is no wrong answer (an issuer that is away) is not counted. */
  const counting = async <T>(counted: Counted, proof: () => Promise<T>): Promise<T> => {
    const attempt = await throttle.begin(counted);
    try {
      const proved = await proof();
      await attempt.succeeded();
      return proved;
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 401)) await attempt.succeeded();
      throw error;
    } finally {
      attempt.close();
    }
  };

  /** The user, if name and password match. */
  const check = ({ username, password }: Credentials, counted: Counted): Promise<UserRow> =>
    counting(counted, async () => {
      const user = await findUserByName(database.queries, username);
      const fits = await verifyPassword(user?.password_hash ?? (await dummyHash), password);
      if (user === undefined || !fits || user.disabled === 1) throw new Refusal('invalid_credentials');
      return user;
    });

  /** The password was right. Wrong codes have a count of their own, at every address. */
  const checkCode = async (user: UserRow, code: string | undefined, address: string): Promise<SignInMethod> => {
    if (!(await factor.isOn(user.id))) return 'password';
    if (code === undefined || code === '') throw new Refusal('code_required');
    const held = [byAddress(address), `login:code:${user.id}`];
    return counting({ under: [...held, byUser(user.username)], heldAgainst: held }, async () => {
      if (!(await factor.use(user.id, code))) throw new Refusal('code_invalid');
      return 'code' as const;
    });
  };

  /**
   * Guesses from ever new addresses exhaust the limit of the username, which would lock its owner out. So
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

  const enter: Login['enter'] = async (user, method, visitor, limited = false) => {
    await remember(user, addressKey(visitor.ip));
    return sessions.open(user, method, visitor, { limited });
  };

  return {
    signIn: async (credentials, visitor) => {
      const address = addressKey(visitor.ip);
      const user = await check(credentials, await countSignIn(credentials.username, address));
      if (needsRehash(user.password_hash)) {
        const password_hash = await hashPassword(credentials.password);
        await updateUser(database.queries, user.id, { password_hash, updated_at: clock() });
      }
      return enter(user, await checkCode(user, credentials.code, address), visitor, credentials.limited);
    },

    enter,

    prove: (visitor, proof) => {
      const held = [byAddress(addressKey(visitor.ip))];
      return counting({ under: held, heldAgainst: held }, proof);
    },

    changePassword: async ({ user, jti }, current, next, ip) => {
      const address = addressKey(ip);
      // A session gets through while others guess. A stolen one does not allow faster guessing.
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
