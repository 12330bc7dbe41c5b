/** Sign-in sessions: a signed access token that names the user, and an epoch by which the server can end it early. */
import { LIMITS, Refusal } from '@synapse/contract';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../ids.ts';
import { endSession, isEnded } from './session-store.ts';
import { findUser, type UserRow } from './user-store.ts';

// For other rooms.
export { forgetEndedBefore } from './session-store.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'synapse';
const AUDIENCE = 'synapse-api';

export interface Session {
  readonly user: UserRow;
  readonly jti: string;
  readonly expiresAt: number;
}

export interface Sessions {
  open(user: UserRow): Promise<{ accessToken: string; expiresIn: number }>;
  /** Throws session_invalid for anything but a live session of an enabled user. */
  resolve(accessToken: string): Promise<Session>;
  end(session: Session): Promise<void>;
  /** For an answer that goes on: false once the session would no longer be accepted. */
  isLive(session: Session): Promise<boolean>;
}

export function createSessions(database: Database, clock: Clock, signingKey: Uint8Array): Sessions {
  const findLive = async (userId: string, epoch: number, jti: string): Promise<UserRow | null> => {
    const user = await findUser(database.queries, userId);
    const live = user !== undefined && user.disabled === 0 && user.session_epoch === epoch;
    return live && !(await isEnded(database.queries, jti)) ? user : null;
  };

  return {
    open: async (user) => {
      const issued = Math.floor(clock() / 1000);
      const accessToken = await new SignJWT({ epoch: user.session_epoch })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(user.id)
        .setJti(newId(clock()))
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issued)
        .setExpirationTime(issued + LIMITS.loginSeconds)
        .sign(signingKey);
      return { accessToken, expiresIn: LIMITS.loginSeconds };
    },

    resolve: async (accessToken) => {
      const claims = await verify(accessToken, signingKey, clock());
      const user = await findLive(claims.userId, claims.epoch, claims.jti);
      if (user === null) throw new Refusal('session_invalid');
      return { user, jti: claims.jti, expiresAt: claims.expiresAt };
    },

    end: (session) => endSession(database.queries, session.jti, session.expiresAt),

    isLive: async ({ user, jti, expiresAt }) =>
      expiresAt > clock() && (await findLive(user.id, user.session_epoch, jti)) !== null,
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
