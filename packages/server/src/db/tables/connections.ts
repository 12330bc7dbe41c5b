/** Connections by OAuth, and what the authorization server remembers. */
import type { Generated } from 'kysely';

export interface ConnectionsTable {
  id: string;
  user_id: string;
  /** The address of the client's document, or the id that it was given when it registered. */
  client_id: string;
  client_name: string | null;
  client_host: string;
  /** Space-separated, in fixed order. */
  scopes: string;
  /** A JSON list of slugs; null: every machine. */
  machines: string | null;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
  /** The UTC day that `calls` counts. */
  calls_day: Generated<number>;
  calls: Generated<number>;
}

export interface OauthStatesTable {
  /** `AccessToken`, `RefreshToken`, `AuthorizationCode`, `Grant`, `Interaction`, `Client` … */
  kind: string;
  /** Of the token or id, which itself is not stored. */
  hash: Buffer;
  connection_id: string | null;
  /** Of an access token: the address that it is for. */
  audience: string | null;
  sealed: Buffer;
  created_at: number;
  expires_at: number;
  consumed_at: number | null;
  /** Of a client: 1 once a user has granted it access. */
  used: Generated<number>;
}
