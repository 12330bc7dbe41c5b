/** Who may call through MCP and how often, decided in one transaction: address rate, then credential, then quota. */
import { effectiveScopes, LIMITS, PLANS, Refusal } from '@synapse/contract';
import type { Caller } from '../auth/caller.ts';
import { type Clock, DAY_MS, utcDay } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { addressKey } from '../limits/address.ts';
import { returnToQuota, takeFromQuota } from '../limits/quota-store.ts';
import { isTrusted, trust } from '../limits/trusted-address-store.ts';
import { retryAfterSeconds, takeFromWindow } from '../limits/window-store.ts';
import { hashToken, isWellFormedToken } from '../tokens/token-format.ts';
import { findTokenByHash, type TokenWithOwner, touchToken } from '../tokens/token-store.ts';
import { tokenStatus } from '../tokens/tokens.ts';

export interface AdmissionRequest {
  readonly ip: string;
  readonly token: string | undefined;
  /** One entry per message of the request, in order: a `call` counts for the user's day as well. */
  readonly messages: readonly ('call' | 'other')[];
}

export interface Admitted {
  readonly caller: Caller;
  /** One entry per message, in order: why it may not pass, or null. */
  readonly refusals: readonly (Refusal | null)[];
}

export interface Admission {
  /** Throws the refusal when it concerns the whole request. */
  admit(request: AdmissionRequest): Promise<Admitted>;
  /** A call that ended in 429 does not count for the day. */
  giveBack(caller: Caller): Promise<void>;
}

/** Seen to the second is enough, and spares a write per call. */
const TOUCH_MS = 1_000;
/** Trust is renewed when this much of it is used up, not at every call. */
const TRUST_RENEW_MS = 3600_000;

export function createAdmission(database: Database, clock: Clock): Admission {
  const admit: Admission['admit'] = async ({ ip, token, messages }) => {
    const now = clock();
    const verdict = await database.transaction(async (tx) => {
      const address = addressKey(ip);
      const refusals = await countAddress(tx, database, address, messages.length, now);
      if (refusals.length > 0 && refusals.every((refusal) => refusal !== null)) return refusals[0]!;
      const found = await authenticate(tx, token, now);
      if (found instanceof Refusal) return found;
      await welcome(tx, found, address, now);
      const caller = callerOf(found);
      for (const [index, cost] of messages.entries()) {
        if (cost === 'call' && refusals[index] === null) refusals[index] = await countCall(tx, caller, now);
      }
      return { caller, refusals };
    });
    // Thrown only now: what was counted on the way to the refusal stays counted.
    if (verdict instanceof Refusal) throw verdict;
    return verdict;
  };
  return { admit, giveBack: ({ userId }) => returnToQuota(database.queries, userId, utcDay(clock())) };
}

async function countAddress(
  tx: Queries,
  database: Database,
  address: string,
  messages: number,
  now: number,
): Promise<(Refusal | null)[]> {
  const trusted = await isTrusted(tx, address, now);
  const limit = trusted ? LIMITS.mcpCallsPerTrustedIp : LIMITS.mcpCallsPerIp;
  const refusals: (Refusal | null)[] = [];
  for (let index = 0; index < messages; index++) {
    const wait = await takeFromWindow(tx, database.dialect, `mcp:${address}`, limit, now);
    refusals.push(wait === 0 ? null : new Refusal('ip_rate_limited', { retry_after: retryAfterSeconds(wait) }));
  }
  return refusals;
}

async function authenticate(tx: Queries, token: string | undefined, now: number): Promise<TokenWithOwner | Refusal> {
  if (token === undefined || token === '') return new Refusal('token_missing');
  if (!isWellFormedToken(token)) return new Refusal('token_invalid');
  const found = await findTokenByHash(tx, hashToken(token));
  if (found === undefined) return new Refusal('token_invalid');
  const status = tokenStatus(found.token, now);
  if (status === 'revoked' || found.owner.disabled === 1) return new Refusal('token_revoked');
  return status === 'expired' ? new Refusal('token_expired') : found;
}

/** A valid call makes its address trusted for a day and leaves its mark on the token. */
async function welcome(tx: Queries, { token }: TokenWithOwner, address: string, now: number): Promise<void> {
  if (token.last_used_at === null || now - token.last_used_at >= TOUCH_MS) await touchToken(tx, token.id, now);
  if (!(await isTrusted(tx, address, now + LIMITS.ipTrustMs - TRUST_RENEW_MS))) {
    await trust(tx, address, now + LIMITS.ipTrustMs);
  }
}

async function countCall(tx: Queries, caller: Caller, now: number): Promise<Refusal | null> {
  const day = utcDay(now);
  if (await takeFromQuota(tx, caller.userId, day, PLANS[caller.plan].callsPerDay)) return null;
  return new Refusal('quota_exceeded', { retry_after: retryAfterSeconds((day + 1) * DAY_MS - now) });
}

function callerOf({ token, owner }: TokenWithOwner): Caller {
  return {
    userId: owner.id,
    username: owner.username,
    role: owner.role,
    plan: owner.plan,
    scopes: effectiveScopes(token.scopes, owner.plan),
    tokenId: token.id,
    tokenHint: token.hint,
  };
}
