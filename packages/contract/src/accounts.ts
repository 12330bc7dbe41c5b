/** Users, sessions and AI tokens as they cross the wire. */
import * as z from 'zod';
import { FORMS } from './forms.ts';
import { freeOfText, Identifier, ShownOnce } from './identifier.ts';
import { LANGUAGES } from './language.ts';
import { LIMITS, PLAN_IDS } from './plans.ts';
import { SCOPES } from './scopes.ts';
import { freeName } from './text.ts';

export const ROLES = ['member', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** ISO 8601, UTC, with milliseconds. */
export const Timestamp = z.iso.datetime();

export const Username = freeOfText(z.string().min(1).max(64).regex(FORMS.username));
export const NewPassword = z.string().min(8).max(1024);
const Email = z.email().max(254);
/** A password to be checked may have been set under older rules. */
const GivenPassword = z.string().min(1).max(1024);

export const LoginForm = z.strictObject({
  username: z.string().min(1).max(256),
  password: GivenPassword,
  /** From an authenticator app, or a recovery code. Only accounts that have one are asked for it. */
  code: z.string().max(64).optional(),
  /** For a session that may not do what only a person decides. A form has no other way to say it than a text. */
  limited: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
  // Clients that follow OAuth's password form send these two. They are accepted and ignored.
  grant_type: z.literal('password').or(z.literal('')).optional(),
  scope: z.string().max(256).optional(),
  client_id: z.string().max(256).optional(),
  client_secret: z.string().max(256).optional(),
});
export const LoginAnswer = z.object({
  access_token: ShownOnce,
  token_type: z.literal('bearer'),
  expires_in: z.int(),
});

export const SIGN_IN_METHODS = ['password', 'code', 'passkey', 'single_sign_on', 'browser'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** One of a person's own sessions. `browser` and `system` are what it said of itself. */
export const OwnSession = z.object({
  id: Identifier,
  /** The one that asks. */
  current: z.boolean(),
  method: z.enum(SIGN_IN_METHODS),
  /** It may not do what only a person decides. */
  limited: z.boolean(),
  browser: Identifier.nullable(),
  system: Identifier.nullable(),
  address: Identifier,
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
});
export type OwnSession = z.infer<typeof OwnSession>;
export const SessionsToEnd = z.strictObject({ keep: z.literal('current').optional() });

export const PasswordChange = z.strictObject({ current_password: GivenPassword, new_password: NewPassword });

export const User = z.object({
  id: Identifier,
  username: Identifier,
  /** By which single sign-on finds the account. */
  email: Identifier.nullable(),
  plan: z.enum(PLAN_IDS),
  role: z.enum(ROLES),
  disabled: z.boolean(),
  /** The language of answers when a call asks for none. Null: the service's default. */
  language: z.enum(LANGUAGES).nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type User = z.infer<typeof User>;

/** What administrators see: also how much of the day's quota is used. */
export const UserWithUse = User.extend({ daily_quota: z.int(), calls_today: z.int() });
export type UserWithUse = z.infer<typeof UserWithUse>;

export const Me = User.extend({
  scopes: z.array(z.enum(SCOPES)),
  daily_quota: z.int(),
  calls_today: z.int(),
  executions_per_minute: z.int(),
});
export type Me = z.infer<typeof Me>;

/** What people may change in their own account. */
export const MeChange = z.strictObject({ language: z.enum(LANGUAGES).nullable() });
export type MeChange = z.infer<typeof MeChange>;

export const NewUser = z.strictObject({
  username: Username,
  password: NewPassword,
  plan: z.enum(PLAN_IDS),
  role: z.enum(ROLES).default('member'),
  email: Email.optional(),
});
export type NewUser = z.input<typeof NewUser>;
export const UserChange = z.strictObject({
  plan: z.enum(PLAN_IDS).optional(),
  role: z.enum(ROLES).optional(),
  disabled: z.boolean().optional(),
  password: NewPassword.optional(),
  email: Email.nullable().optional(),
});
export type UserChange = z.infer<typeof UserChange>;

const { min, max, default: validity } = LIMITS.tokenValidityDays;
export const NewToken = z.strictObject({
  scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length).optional(),
  validity_days: z.int().min(min).max(max).default(validity),
  label: freeName(100).optional(),
});
export type NewToken = z.infer<typeof NewToken>;

export const TOKEN_STATUSES = ['active', 'revoked', 'expired'] as const;

export const Token = z.object({
  id: Identifier,
  token_hint: Identifier,
  scopes: z.array(z.enum(SCOPES)),
  label: z.string().nullable(),
  status: z.enum(TOKEN_STATUSES),
  created_at: Timestamp,
  expires_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  calls_today: z.int(),
  daily_quota: z.int(),
});
export type Token = z.infer<typeof Token>;

export const CreatedToken = z.object({
  id: Identifier,
  token: ShownOnce,
  token_hint: Identifier,
  scopes: z.array(z.enum(SCOPES)),
  label: z.string().nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
  daily_quota: z.int(),
});
export type CreatedToken = z.infer<typeof CreatedToken>;

/** Somebody whose account is gone, and whose entries are in the audit log. */
export const RemovedUser = z.object({
  id: Identifier,
  /** Null: the account was gone before its first entry. */
  username: Identifier.nullable(),
  last_entry_at: Timestamp,
  /** What the commands said was erased. */
  erased: z.boolean(),
});
export type RemovedUser = z.infer<typeof RemovedUser>;

/** What came of erasing the commands of a person. */
export const Erased = z.object({
  /** Entries of the audit log. */
  erased: z.int(),
  /** Entries in an archive that is elsewhere, or does not answer. */
  left_in_archive: z.int(),
});
export type Erased = z.infer<typeof Erased>;
