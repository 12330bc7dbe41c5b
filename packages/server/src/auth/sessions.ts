/** Sign-in sessions: a signed access token that names the user, and a row by which the server can end it early. */
import { LIMITS, Refusal, type SignInMethod } from '@synapse/contract';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../clock.ts';
import { ALGORITHM, AUDIENCE, ISSUER } from '../credentials/session-token.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../ids.ts';
import { deleteSession, findLiveSession, insertSession, touchSession } from './session-store.ts';
import type { UserRow } from './user-store.ts';
import type { Visitor } from './visitor.ts';

// For other modules.

/** The last use is written this often, not at every call. */
const TOUCH_MS = 60_000;

export interface Session {
  readonly user: UserRow;
  readonly jti: string;
  readonly method: SignInMethod;
  /** It may not do what only a person decides (`inPerson` in http/routes.ts). */
  readonly limited: boolean;
  readonly openedAt: number;
  readonly expiresAt: number;
}

type Lifetime = Pick<Session, 'openedAt' | 'expiresAt'>;

interface Terms {
  /** For good: nothing changes it afterwards. */
  readonly limited: boolean;
  /** A session that continues another one, with its begin and its end. */
  readonly like?: Lifetime;
}

export interface OpenedSession {
  readonly accessToken: string;
  readonly expiresIn: number;
}

export interface Sessions {
  open(user: UserRow, method: SignInMethod, visitor: Visitor, terms?: Terms): Promise<OpenedSession>;
  /** Throws session_invalid for anything but a live session of an enabled user. */
  resolve(accessToken: string, ip: string): Promise<Session>;
  end(session: Session): Promise<void>;
  /** For an answer that is streamed: false once the session would no longer be accepted. */
  isLive(session: Session): Promise<boolean>;
}

export function createSessions(database: Database, clock: Clock, signingKey: Uint8Array): Sessions {
  return {
    open: async (user, method, { ip, browser, system }, { limited, like } = { limited: false }) => {
      const now = clock();
      const issued = Math.floor(now / 1000);
      const end = like === undefined ? issued + LIMITS.loginSeconds : Math.floor(like.expiresAt / 1000);
      const id = newId(now);
      const accessToken = await new SignJWT({ epoch: user.session_epoch })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(user.id)
        .setJti(id)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issued)
        .setExpirationTime(end)
        .sign(signingKey);
      await insertSession(database.queries, {
        id,
        user_id: user.id,
        epoch: user.session_epoch,
        method,
        address: ip,
        browser,
        system,
        limited: limited ? 1 : 0,
        created_at: like?.openedAt ?? now,
        last_used_at: now,
        expires_at: end * 1000,
      });
      return { accessToken, expiresIn: end - issued };
    },

    resolve: async (accessToken, ip) => {
      const { userId, jti, epoch, expiresAt } = await verify(accessToken, signingKey, clock());
      const live = await findLiveSession(database.queries, jti, userId, epoch);
      if (live === undefined) throw new Refusal('session_invalid');
      const now = clock();
      if (now - live.lastUsedAt >= TOUCH_MS) await touchSession(database.queries, jti, live.lastUsedAt, now, ip);
      const { user, method, limited, openedAt } = live;
      return { user, jti, method, limited, openedAt, expiresAt };
    },

    end: async ({ user, jti }) => void (await deleteSession(database.queries, user.id, jti)),

    isLive: async ({ user, jti, expiresAt }) =>
      expiresAt > clock() && (await findLiveSession(database.queries, jti, user.id, user.session_epoch)) !== undefined,
  };
}

async function verify(
  accessToken: string,
  signingKey: Uint8Array,
  now: number,
): Promise<{ userId: string; jti: string; epoch: number; expiresAt: number }> {
  try {
    const { payload } = await jwtVerify(accessToken, signingKey, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'sub', 'jti'],
      currentDate: new Date(now),
    });
    const { sub, jti, exp, epoch } = payload;
    if (sub !== undefined && jti !== undefined && exp !== undefined && typeof epoch === 'number') {
      return { userId: sub, jti, epoch, expiresAt: exp * 1000 };
    }
  } catch {
    // Whatever is wrong with it, the answer is the same.
  }
  throw new Refusal('session_invalid');
}
