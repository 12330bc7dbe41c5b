/** Single sign-on: redirects to the issuer, checks its answer, and finds or creates the account. */
import { Refusal } from '@synapse/contract';
import type { Logger } from 'pino';
import type { Audit } from '../audit/audit.ts';
import type { UserRow, Users } from '../auth/users.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/read-config.ts';
import type { JoinByGroups } from '../crews/join-by-groups.ts';
import type { Database } from '../db/database.ts';
import type { Sealer } from '../vault/sealer.ts';
import { createAccountOf } from './account-of.ts';
import { type Checks, createIssuer } from './issuer.ts';
import { readClaims } from './read-claims.ts';
import { safePath } from './safe-path.ts';
import { signOnSettings } from './settings.ts';

export interface SingleSignOn {
  /** What the button says. */
  readonly name: string;
  /** `pending` goes into a cookie of the browser: only there the sign-on can finish. */
  begin(callback: string, from: string | undefined): Promise<{ url: string; pending: string }>;
  /** The page to return to, if known. */
  destination(pending: string | undefined): string;
  /** Throws oidc_…, and account_disabled. */
  finish(address: URL, pending: string | undefined, ip: string): Promise<UserRow>;
}

interface PendingSignOn extends Checks {
  readonly from: string;
  readonly until: number;
}

export const PENDING_SECONDS = 600;
const CONTEXT = ['single sign-on'];

export interface SignOnParts {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly users: Users;
  readonly audit: Audit;
  readonly joinByGroups: JoinByGroups;
  readonly sealer: Sealer;
}

/** Null where the configuration names no issuer. */
export function createSingleSignOn({ config, log, ...parts }: SignOnParts): SingleSignOn | null {
  const { sealer, clock } = parts;
  const settings = signOnSettings(config);
  if (settings === null) return null;
  const issuer = createIssuer(settings, clock, log);
  const accountOf = createAccountOf({ ...parts, settings, log });

  const unseal = (sealed: string | undefined): PendingSignOn | null => {
    try {
      const text = sealer.open(Buffer.from(sealed ?? '', 'base64url'), CONTEXT).toString();
      const pending = JSON.parse(text) as PendingSignOn;
      return pending.until > clock() ? pending : null;
    } catch {
      return null;
    }
  };

  return {
    name: settings.name,

    begin: async (callback, from) => {
      const { url, checks } = await issuer.authorizationUrl(callback);
      const pending: PendingSignOn = { ...checks, from: safePath(from), until: clock() + PENDING_SECONDS * 1000 };
      return { url, pending: sealer.seal(Buffer.from(JSON.stringify(pending)), CONTEXT).toString('base64url') };
    },

    destination: (sealed) => unseal(sealed)?.from ?? '/',

    finish: async (address, sealed, ip) => {
      const pending = unseal(sealed);
      if (pending === null) throw new Refusal('oidc_journey_lost');
      const claims = await issuer.claimsOf(address, pending);
      return accountOf(readClaims(claims, settings), ip);
    },
  };
}
