/** What the configuration says about single sign-on, in one piece. */
import type { PlanId } from '@synapse/contract';
import type { Config } from '../config/read-config.ts';
import type { GroupOfCrew } from '../crews/join-by-groups.ts';

export interface SignOnSettings {
  readonly issuer: URL;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** What the button says. */
  readonly name: string;
  /** Whether every e-mail address of this issuer is verified, even if it does not say so. */
  readonly trustEmail: boolean;
  /** For which e-mail domains a first sign-in makes an account. `*`: for all. */
  readonly create: readonly string[];
  readonly plan: PlanId;
  /** Null: groups say nothing about roles. */
  readonly admins: readonly string[] | null;
  /** By group. Null: groups say nothing about plans. */
  readonly plans: ReadonlyMap<string, PlanId> | null;
  /** Null: groups say nothing about crews. */
  readonly crews: readonly GroupOfCrew[] | null;
}

/** Null where single sign-on is off. */
export function signOnSettings(config: Config): SignOnSettings | null {
  if (config.oidcIssuer === null || config.oidcClientId === null) return null;
  const issuer = new URL(config.oidcIssuer);
  return {
    issuer,
    clientId: config.oidcClientId,
    clientSecret: config.oidcClientSecret,
    name: issuer.hostname,
    trustEmail: config.oidcTrustEmail,
    create: config.oidcCreate ?? [],
    plan: 'free',
    admins: config.oidcAdmins,
    plans: config.oidcPlans,
    crews: config.oidcCrews,
  };
}
