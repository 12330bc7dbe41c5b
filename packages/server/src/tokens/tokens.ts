/**
 * The rules of AI tokens: one active per user, shown once, invalid as soon as it is revoked or expired; a downgrade
 * narrows it.
 */
import {
  type ActiveToken,
  type CreatedToken,
  type CrewReach,
  DEFAULT_QUOTAS,
  effectiveScopes,
  grantableScopes,
  type NewToken,
  orderScopes,
  PLANS,
  type Quotas,
  Refusal,
  type Scope,
  type Token,
} from '@synapse/contract';
import { reachOf } from '../access/access.ts';
import { lockUser, type UserRow } from '../auth/users.ts';
import { type Clock, DAY_MS, isoTime, isoTimeOrNull, utcDay } from '../clock.ts';
import { generateToken, hashToken, isWellFormedToken, tokenHint } from '../credentials/token-format.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../ids.ts';
import { callsOnDay } from '../limits/index.ts';
import {
  insertToken,
  listTokens,
  narrowTokens,
  revokeActiveTokens,
  revokeByHash,
  revokeToken,
  type TokenRow,
} from './token-store.ts';

// For other modules.
export { touchToken } from './token-store.ts';

export interface Tokens {
  create(owner: UserRow, wish: NewToken): Promise<CreatedToken>;
  list(owner: UserRow): Promise<Token[]>;
  /** The one that a new one would revoke; `saved`: tokens that it may be one of. */
  active(owner: UserRow, saved: readonly string[]): Promise<ActiveToken | null>;
  /** The id of the user's token of that id or hint, or of the active one of that label; throws not_found. */
  idOf(userId: string, named: string): Promise<string>;
  revoke(owner: UserRow, id: string): Promise<void>;
  /** The token itself is the credential. Answers whose it was. */
  emergencyRevoke(token: string): Promise<string>;
}

/**
 * `onRevoked`: its owner has revoked the token, and what runs for it has to end. A new token that replaces an old one
 * revokes nothing: commands that the same assistant has started keep running.
 */
export function createTokens(
  database: Database,
  clock: Clock,
  quotas: Quotas = DEFAULT_QUOTAS,
  onRevoked: (tokenId: string) => Promise<void> = async () => undefined,
): Tokens {
  return {
    create: async (owner, { scopes, validity_days, label }) => {
      const now = clock();
      const reach = await reachOf(database.queries, owner.id);
      const secret = generateToken('ai');
      const row: TokenRow = {
        id: newId(now),
        user_id: owner.id,
        hash: hashToken(secret),
        hint: tokenHint('ai', secret),
        scopes: chooseScopes(owner, reach, scopes),
        label: label ?? null,
        created_at: now,
        expires_at: now + validity_days * DAY_MS,
        last_used_at: null,
        revoked_at: null,
      };
      await database.transaction(async (tx) => {
        await lockUser(tx, owner.id);
        await revokeActiveTokens(tx, owner.id, now);
        await insertToken(tx, row);
      });
      return {
        id: row.id,
        token: secret,
        token_hint: row.hint,
        scopes: row.scopes,
        label: row.label,
        created_at: isoTime(row.created_at),
        expires_at: isoTime(row.expires_at),
        daily_quota: quotas[owner.plan],
      };
    },

    list: async (owner) => {
      const now = clock();
      const calls_today = await callsOnDay(database.queries, owner.id, utcDay(now));
      const rows = await listTokens(database.queries, owner.id);
      const reach = await reachOf(database.queries, owner.id);
      return rows.map((row) => ({
        id: row.id,
        token_hint: row.hint,
        scopes: effectiveScopes(row.scopes, owner.plan, reach),
        label: row.label,
        status: tokenStatus(row, now),
        created_at: isoTime(row.created_at),
        expires_at: isoTime(row.expires_at),
        last_used_at: isoTimeOrNull(row.last_used_at),
        revoked_at: isoTimeOrNull(row.revoked_at),
        calls_today,
        daily_quota: quotas[owner.plan],
      }));
    },

    active: async (owner, saved) => {
      const row = (await listTokens(database.queries, owner.id)).find((one) => tokenStatus(one, clock()) === 'active');
      if (row === undefined) return null;
      const at = saved.findIndex((token) => hashToken(token).equals(row.hash));
      return {
        token_hint: row.hint,
        label: row.label,
        last_used_at: isoTimeOrNull(row.last_used_at),
        saved_at: at === -1 ? null : at,
      };
    },

    idOf: async (userId, named) => {
      const rows = await listTokens(database.queries, userId);
      const found =
        rows.find(({ id, hint }) => id === named || hint === named) ??
        rows.find((row) => row.label === named && tokenStatus(row, clock()) === 'active');
      if (found === undefined) throw new Refusal('not_found');
      return found.id;
    },

    revoke: async (owner, id) => {
      if (!(await revokeToken(database.queries, owner.id, id, clock()))) throw new Refusal('not_found');
      await onRevoked(id);
    },

    emergencyRevoke: async (token) => {
      const revoked = isWellFormedToken('ai', token)
        ? await revokeByHash(database.queries, hashToken(token), clock())
        : null;
      if (revoked === null) throw new Refusal('not_found');
      await onRevoked(revoked.id);
      return revoked.user_id;
    },
  };
}

/** Removes from the user's tokens what the plan no longer grants, in the transaction that changes the plan. */
export { narrowTokens };

export function tokenStatus(row: Pick<TokenRow, 'revoked_at' | 'expires_at'>, now: number): Token['status'] {
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at <= now ? 'expired' : 'active';
}

function chooseScopes(owner: UserRow, reach: CrewReach, wanted: readonly Scope[] | undefined): Scope[] {
  if (wanted === undefined) return orderScopes(PLANS[owner.plan].scopes);
  const grantable = grantableScopes(owner.plan, reach);
  const beyond = wanted.find((scope) => !grantable.includes(scope));
  if (beyond !== undefined) throw new Refusal('scope_not_in_plan', { scope: beyond, plan: PLANS[owner.plan].name });
  return orderScopes(wanted);
}
