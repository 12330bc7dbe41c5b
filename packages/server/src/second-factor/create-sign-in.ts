/** Puts the ways to sign in together: password, codes, passkeys, single sign-on. */
import type { Logger } from 'pino';
import type { Audit } from '../audit/audit.ts';
import { createLogin, type Login } from '../auth/login.ts';
import { createOwnSessions, type OwnSessions } from '../auth/own-sessions.ts';
import { createSessions, type Sessions } from '../auth/sessions.ts';
import { createSignInRequests, type SignInRequests } from '../auth/sign-in-requests.ts';
import type { Users } from '../auth/users.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/read-config.ts';
import type { JoinByGroups } from '../crews/join-by-groups.ts';
import type { Database } from '../db/database.ts';
import { createSingleSignOn, type SingleSignOn } from '../single-sign-on/single-sign-on.ts';
import { masterKey } from '../vault/cipher.ts';
import type { InstanceKeys } from '../vault/instance-keys.ts';
import { createSealer } from '../vault/sealer.ts';
import { createChallenges } from './challenges.ts';
import { type Codes, createCodes } from './codes.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { createResetSignIn, type ResetSignIn } from './reset-sign-in.ts';

export interface SignIn {
  readonly login: Login;
  readonly sessions: Sessions;
  readonly ownSessions: OwnSessions;
  readonly signInRequests: SignInRequests;
  readonly codes: Codes;
  readonly passkeys: Passkeys;
  /** Null where it is off. */
  readonly singleSignOn: SingleSignOn | null;
  readonly resetSignIn: ResetSignIn;
  readonly publicUrl: string | null;
  readonly clock: Clock;
}

export interface SignInParts {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keys: InstanceKeys;
  readonly users: Users;
  readonly audit: Audit;
  readonly joinByGroups: JoinByGroups;
}

export function createSignIn(parts: SignInParts): SignIn {
  const { config, database, clock, log, keys, users, audit, joinByGroups } = parts;
  const sessions = createSessions(database, clock, keys.accessTokens);
  const codes = createCodes(database, clock, createSealer(masterKey(keys.secondFactors)), audit);
  const challenges = createChallenges(database, clock, keys.passkeyChallenges);
  const sealer = createSealer(masterKey(keys.singleSignOn));
  return {
    sessions,
    codes,
    clock,
    publicUrl: config.publicUrl,
    login: createLogin(database, clock, sessions, codes),
    ownSessions: createOwnSessions(database, clock, audit),
    signInRequests: createSignInRequests({ database, clock, sessions, audit }),
    passkeys: createPasskeys({ database, clock, challenges, users, audit }),
    singleSignOn: createSingleSignOn({ config, database, clock, log, users, audit, joinByGroups, sealer }),
    resetSignIn: createResetSignIn(database, users, audit),
  };
}
