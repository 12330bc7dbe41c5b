/** Users, their sessions and tokens, and what is counted. */
import type { WorkspaceId } from '../../ids.ts';

export type Flag = 0 | 1;

export interface UsersTable {
  id: string;
  username: string;
  /** The name folded for comparison: two users cannot differ in case alone. */
  username_key: string;
  /** By which a single sign-on finds the account. Set by administrators, or from what the issuer has verified. */
  email: string | null;
  /** The address folded for comparison. */
  email_key: string | null;
  password_hash: string;
  plan: string;
  role: string;
  disabled: Flag;
  /** Raised to end every session of the user at once. */
  session_epoch: number;
  /** `fr`, `en`, or null: the service's default. */
  language: string | null;
  created_at: number;
  updated_at: number;
}

/** Sessions that are open. One that is not here has ended. */
export interface SessionsTable {
  /** The `jti` of its access token. */
  id: string;
  user_id: string;
  /** The user's `session_epoch` when it was opened. */
  epoch: number;
  /** How its owner proved who they are. */
  method: string;
  /** 1: it may not do what only a person decides. Never changed. */
  limited: Flag;
  address: string;
  browser: string | null;
  system: string | null;
  created_at: number;
  /** True to about a minute. */
  last_used_at: number;
  expires_at: number;
}

/** From where a user has signed in. */
export interface SignInPlacesTable {
  user_id: string;
  address: string;
  /** The user's `session_epoch` at that time: places end together with the sessions. */
  epoch: number;
  last_at: number;
}

export interface AiTokensTable {
  id: string;
  user_id: string;
  hash: Buffer;
  hint: string;
  /** Space-separated, in fixed order. */
  scopes: string;
  label: string | null;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

export interface JournalTokensTable {
  id: string;
  user_id: string;
  hash: Buffer;
  hint: string;
  label: string | null;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

export interface DailyCallsTable {
  user_id: string;
  /** Days since 1970, UTC. */
  day: number;
  used: number;
}

/** What a sliding window has counted. */
export interface WindowsTable {
  bucket: string;
  /** The moments of its events, packed. */
  hits: Buffer;
  last_at: number;
}

/** Commands in a workspace that were refused by the rate limit, since its log last counted them. */
export interface RefusalCountsTable {
  workspace_id: WorkspaceId;
  /** In a crew the member, written as in an audit entry; empty in a personal workspace. */
  actor: string;
  since: number;
  count: number;
}

export interface TrustedAddressesTable {
  address: string;
  until: number;
}

export interface InstanceFactsTable {
  name: string;
  value: string;
}

/** One row. It is never copied to another database. */
export interface InstallationTable {
  one: 1;
  id: string;
}

export interface UserSettingsTable {
  user_id: string;
  /** JSON object of the settings that differ from the defaults. */
  settings: string;
}
