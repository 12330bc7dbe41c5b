/** Signing in and changing the password, slowed down for whoever guesses. */
import { LIMITS, Refusal } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { addressKey } from '../limits/address.ts';
import { forgetHits, lockWindow, recordHit, retryAfterSeconds, waitForWindow } from '../limits/index.ts';
import { createOpenAttempts } from './open-attempts.ts';
import { hashPassword, needsRehash, nobodysHash, verifyPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { findUserByName, type UserRow, updateUser, usernameKey } from './user-store.ts';

export interface Credentials {
  username: string;
  password: string;
}

export interface Login {
  signIn(credentials: Credentials, ip: string): Promise<{ accessToken: string; expiresIn: number; user: UserRow }>;
  changePassword(user: UserRow, current: string, next: string, ip: string): Promise<void>;
}

export function createLogin(database: Database, clock: Clock, sessions: Sessions): Login {
  const throttle = createThrottle(database, clock);

  /** The user, when name and password fit; a failure is counted before it is answered. */
  const check = async ({ username, password }: Credentials, ip: string): Promise<UserRow> => {
    const attempt = await throttle.begin(username, ip);
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

  return {
    signIn: async (credentials, ip) => {
      const user = await check(credentials, ip);
      if (needsRehash(user.password_hash)) {
        const password_hash = await hashPassword(credentials.password);
        await updateUser(database.queries, user.id, { password_hash, updated_at: clock() });
      }
      return { ...(await sessions.open(user)), user };
    },

    changePassword: async (user, current, next, ip) => {
      await check({ username: user.username, password: current }, ip);
      const password_hash = await hashPassword(next);
      await updateUser(database.queries, user.id, { password_hash, updated_at: clock() }, { endSessions: true });
    },
  };
}

interface Attempt {
  /** Takes this attempt out of the count: only failures are counted. */
  succeeded(): Promise<void>;
  /** Lets those go on that wait for its outcome. */
  close(): void;
}

/**
 * Counts an attempt as failed before the password is looked at and takes it back when it fits: a burst of parallel
 * guesses cannot slip through between the check and the count. A burst of right passwords is not turned away for it:
 * where only attempts that are still open stand in the way, the next one waits for their outcome.
 */
function createThrottle(database: Database, clock: Clock): { begin(username: string, ip: string): Promise<Attempt> } {
  const attempts = createOpenAttempts();

  const tryToBegin = async (buckets: readonly string[]): Promise<Attempt | { full: string }> => {
    const at = clock();
    let close: (() => void) | undefined;
    try {
      const hits = await database.transaction(async (tx) => {
        for (const bucket of buckets) await lockWindow(tx, database.dialect, bucket);
        const waits = await Promise.all(buckets.map((bucket) => waitForWindow(tx, bucket, LIMITS.loginFailures, at)));
        const full = buckets.filter((_, index) => waits[index]! > 0);
        if (full.length > 0 && full.every(attempts.has)) return full[0]!;
        const wait = Math.max(...waits);
        if (wait > 0) throw new Refusal('login_throttled', { retry_after: retryAfterSeconds(wait) });
        const recorded = await Promise.all(buckets.map((bucket) => recordHit(tx, bucket, LIMITS.loginFailures, at)));
        // Before anybody else can find the window full.
        close ??= attempts.open(buckets);
        return recorded;
      });
      if (typeof hits === 'string') return { full: hits };
      return { succeeded: () => forgetHits(database, hits), close: close! };
    } catch (error) {
      close?.();
      throw error;
    }
  };

  return {
    begin: async (username, ip) => {
      const buckets = [`login:address:${addressKey(ip)}`, `login:user:${usernameKey(username)}`];
      for (;;) {
        const attempt = await tryToBegin(buckets);
        if (!('full' in attempt)) return attempt;
        await attempts.oneClosed(attempt.full);
      }
    },
  };
}
