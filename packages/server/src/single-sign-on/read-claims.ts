/** What the issuer says about a person, read with suspicion. Pure. */
import { Refusal } from '@synapse/contract';
import * as z from 'zod';

export interface Person {
  readonly subject: string;
  /** Always verified by now. */
  readonly email: string;
  /** What they call themselves; not verified by anybody. */
  readonly preferredName: string | null;
  readonly groups: readonly string[];
}

const Subject = z.string().min(1).max(255);
const Email = z.email().max(254);
const Groups = z.array(z.string().max(512)).max(2000);
/** Some issuers write booleans as text or as numbers. */
const isTrue = (value: unknown): boolean => value === true || ['true', '1'].includes(String(value));

export interface ReadingOptions {
  readonly trustEmail: boolean;
}

/** Throws what the person reads: oidc_email_unverified, oidc_groups_hidden, oidc_answer_invalid. */
export function readClaims(claims: Readonly<Record<string, unknown>>, options: ReadingOptions): Person {
  const subject = Subject.safeParse(claims.sub);
  if (!subject.success) throw new Refusal('oidc_answer_invalid');
  const email = Email.safeParse(claims.email);
  const said = claims.email_verified;
  // Entra does not say whether the address is verified, but may say that its domain is (`xms_edov`).
  const verified = isTrue(said) || (said === undefined && (isTrue(claims.xms_edov) || options.trustEmail));
  if (!email.success || !verified) throw new Refusal('oidc_email_unverified');
  const name = claims.preferred_username;
  return {
    subject: subject.data,
    email: email.data,
    preferredName: typeof name === 'string' ? name : null,
    groups: readGroups(claims),
  };
}

/** Entra calls the groups of one application its roles. */
export function groupsOf(claims: Readonly<Record<string, unknown>>): unknown {
  return claims.groups ?? claims.roles;
}

/** A claim that is not there means no groups. But an issuer may also say that there are too many to tell. */
function readGroups(claims: Readonly<Record<string, unknown>>): readonly string[] {
  const elsewhere = claims._claim_names;
  const hidden = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, 'groups');
  if (hidden || isTrue(claims.hasgroups)) throw new Refusal('oidc_groups_hidden');
  const given = groupsOf(claims);
  if (given === undefined || given === null) return [];
  const groups = Groups.safeParse(typeof given === 'string' ? [given] : given);
  if (!groups.success) throw new Refusal('oidc_answer_invalid');
  return groups.data;
}
