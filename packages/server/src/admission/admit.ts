/** Who may call through MCP, and how often, decided in one transaction: address rate, then credential, then quota. */
import {
  because,
  type CrewReach,
  DEFAULT_QUOTAS,
  effectiveScopes,
  LIMITS,
  orderScopes,
  type PlanId,
  type Quotas,
  Refusal,
  type Scope,
  type WindowLimit,
} from '@synapse/contract';
import type { Caller } from '../auth/caller.ts';
import { type Clock, DAY_MS, utcDay } from '../clock.ts';
import { hashToken, isWellFormedToken } from '../credentials/token-format.ts';
import { atCommit } from '../db/at-commit.ts';
import type { Database, Queries } from '../db/database.ts';
import { lockName } from '../db/locks.ts';
import { personalWorkspaceId } from '../ids.ts';
import { addressKey } from '../limits/address.ts';
import { retryAfterSeconds, returnToQuota, takeFromQuota, trust, writeWindow } from '../limits/index.ts';
import { addMoment, unpackWindow, waitForRoom } from '../limits/window.ts';
import { countConnectionCall, readMachines, returnConnectionCall, touchConnection } from '../oauth/connections.ts';
import { tokenStatus, touchToken } from '../tokens/tokens.ts';
import { type Facts, loadFacts, type Shown, type TokenFacts } from './admission-store.ts';
import { countAtOnce, type OneCall } from './count-at-once-store.ts';

/**
 * A `call` counts for the user's day as well; so does a `stop`, a call that ends a command. No limit refuses a `stop`, nor a
 * `cancel`, which is a notification and counts for nothing.
 */
export type Cost = 'call' | 'stop' | 'cancel' | 'other';

/** What a call shows: an AI token, or where it may be, the access token of a connection. */
export interface Credential {
  readonly token: string | undefined;
  /** The address that an access token has to be for. Without it, none is accepted. */
  readonly audience?: string | null | undefined;
}

export interface AdmissionRequest extends Credential {
  readonly ip: string;
  /** One entry per message of the request, in order. */
  readonly messages: readonly Cost[];
}

export interface Admitted {
  readonly caller: Caller;
  /** One entry per message, in order: why it may not pass, or null. */
  readonly refusals: readonly (Refusal | null)[];
  /** The day for which its calls were counted. */
  readonly day: number;
  /** The version of the caller's vault as the call came in: tools that only read, at once, use it. */
  readonly vaultVersion: number;
}

export interface Admission {
  /** Throws as `admit` would, before the messages are known. Counts only what it refuses. */
  screen(caller: Omit<AdmissionRequest, 'messages'>): Promise<void>;
  /** Throws the refusal when it concerns the whole request. */
  admit(request: AdmissionRequest): Promise<Admitted>;
  /** A call that ended in 429 does not count for the day. */
  release(admitted: Admitted): Promise<void>;
}

/** A count lost in a power cut lets a few more calls pass. Preventing that would cost every call a disk sync. */
const COUNTS = { durable: false } as const;
/** The last use is kept to the second, which saves a write per call. */
const TOUCH_MS = 1_000;
/** Trust is renewed once this much of it is used up, not at every call. */
const TRUST_RENEW_MS = 3600_000;

export function createAdmission(database: Database, clock: Clock, quotas: Quotas = DEFAULT_QUOTAS): Admission {
  const admit: Admission['admit'] = async ({ ip, token, audience, messages }) => {
    const now = clock();
    const day = utcDay(now);
    const address = addressKey(ip);
    const bucket = `mcp:${address}`;
    const shown = shownBy(token, audience);
    const call = { address, bucket, shown, token, now, day, quotas };
    const alone = messages.length === 1 && database.shared;
    const atOnce = alone ? await admitAtOnce(database, call, messages[0]!) : null;
    if (atOnce !== null) return atOnce;
    const verdict = await database.transaction(async (tx) => {
      const locked = lockName(tx, bucket);
      const [facts] = await Promise.all([loadFacts(tx, address, bucket, shown), locked]);
      const refusals = await countMessages(tx, bucket, facts, messages.length, now);
      const full = refusals.every((refusal) => refusal !== null);
      if (full && !messages.some(stops)) return refusals[0]!;
      const known = authenticate(token, facts.token, now);
      // Where there is no room, only a valid token may stop something, so that this does not speed up guessing.
      if (known instanceof Refusal) return full ? refusals[0]! : known.to(facts.token?.language ?? null);
      await welcome(tx, known, address, facts.trustedUntil, now);
      const caller = callerOf(known);
      for (const [index, cost] of messages.entries()) {
        if (stops(cost)) refusals[index] = null;
        if (refusals[index] !== null || (cost !== 'call' && cost !== 'stop')) continue;
        const spent = await countCall(tx, caller, quotas[caller.plan], day, now);
        if (cost === 'call') refusals[index] = spent;
        if (known.connected && refusals[index] === null) await countConnectionCall(tx, known.id, day);
      }
      return { caller, refusals, day, vaultVersion: known.vaultVersion ?? 0 };
    }, COUNTS);
    // Thrown only here, so that what was counted before the refusal stays counted.
    if (verdict instanceof Refusal) throw verdict;
    return verdict;
  };
  const screen: Admission['screen'] = async ({ ip, token, audience }) => {
    const now = clock();
    const address = addressKey(ip);
    const facts = await loadFacts(database.queries, address, `mcp:${address}`, shownBy(token, audience));
    const limit = limitOf(facts, now);
    const full = waitForRoom(unpackWindow(facts.hits, limit, now), limit, now) > 0;
    const welcomed = !full && !(authenticate(token, facts.token, now) instanceof Refusal);
    if (!welcomed) await admit({ ip, token, audience, messages: ['other'] });
  };
  const release: Admission['release'] = async ({ caller, day }) => {
    await returnToQuota(database.queries, caller.userId, day);
    if (caller.connected) await returnConnectionCall(database.queries, caller.tokenId, day);
  };
  return { screen, admit, release };
}

type Call = Pick<OneCall, 'address' | 'bucket' | 'shown' | 'now' | 'day' | 'quotas'> & Pick<Credential, 'token'>;

/** In one round trip; null where that leaves open whether there is room. */
async function admitAtOnce(database: Database, { token, ...call }: Call, cost: Cost): Promise<Admitted | null> {
  const { now, day, bucket } = call;
  const trustedUntil = now + LIMITS.ipTrustMs;
  const asked = await database.transaction(async (tx) => {
    atCommit(tx, lockName(tx, bucket));
    const counted = countAtOnce(tx, {
      ...call,
      counts: cost === 'call' || cost === 'stop',
      stops: stops(cost),
      touchMs: TOUCH_MS,
      trustedUntil,
      renewBefore: trustedUntil - TRUST_RENEW_MS,
    });
    atCommit(tx, counted);
    return { counted };
  });
  const facts = await asked.counted;
  if (!facts.counted) return null;
  const known = authenticate(token, facts.token, now);
  if (known instanceof Refusal) throw known.to(facts.token?.language ?? null);
  const caller = callerOf(known);
  const spent = cost === 'call' && !facts.spent;
  const refusal = spent ? quotaExceeded(caller.plan, call.quotas[caller.plan], day, now) : null;
  return { caller, refusals: [refusal], day, vaultVersion: known.vaultVersion ?? 0 };
}

const stops = (cost: Cost): boolean => cost === 'stop' || cost === 'cancel';

/** AI tokens and access tokens differ in their prefix. */
function shownBy(token: string | undefined, audience: string | null | undefined): Shown {
  if (token === undefined) return NOTHING;
  if (isWellFormedToken('ai', token)) return { aiToken: hashToken(token), accessToken: null };
  if (audience == null || !isWellFormedToken('oauth', token)) return NOTHING;
  return { aiToken: null, accessToken: { hash: hashToken(token), audience } };
}

const NOTHING: Shown = { aiToken: null, accessToken: null };

const limitOf = ({ trustedUntil }: Facts, now: number): WindowLimit =>
  trustedUntil !== null && trustedUntil > now ? LIMITS.mcpCallsPerTrustedIp : LIMITS.mcpCallsPerIp;

/** One verdict per message, in order, as long as there is room. */
async function countMessages(
  tx: Queries,
  bucket: string,
  facts: Facts,
  messages: number,
  now: number,
): Promise<(Refusal | null)[]> {
  const limit = limitOf(facts, now);
  const moments = unpackWindow(facts.hits, limit, now);
  const before = moments.length;
  const refusals: (Refusal | null)[] = [];
  for (let index = 0; index < messages; index++) {
    const wait = waitForRoom(moments, limit, now);
    if (wait === 0) addMoment(moments, now);
    refusals.push(wait === 0 ? null : new Refusal('ip_rate_limited', { retry_after: retryAfterSeconds(wait) }));
  }
  if (moments.length > before) await writeWindow(tx, bucket, moments);
  return refusals;
}

function authenticate(given: string | undefined, token: TokenFacts | null, now: number): TokenFacts | Refusal {
  if (given === undefined || given === '') return new Refusal('token_missing');
  if (token === null) return new Refusal('token_invalid');
  const status = tokenStatus(token, now);
  if (status === 'revoked' || token.disabled === 1) return new Refusal('token_revoked');
  return status === 'expired' ? new Refusal('token_expired') : token;
}

/** A valid call makes its address trusted for a day, and updates the token's last use. */
async function welcome(
  tx: Queries,
  token: TokenFacts,
  address: string,
  trustedUntil: number | null,
  now: number,
): Promise<void> {
  if (token.last_used_at === null || now - token.last_used_at >= TOUCH_MS) {
    await (token.connected ? touchConnection : touchToken)(tx, token.id, now);
  }
  const until = now + LIMITS.ipTrustMs;
  if (trustedUntil === null || trustedUntil < until - TRUST_RENEW_MS) await trust(tx, address, until);
}

async function countCall(
  tx: Queries,
  caller: Caller,
  quota: number,
  day: number,
  now: number,
): Promise<Refusal | null> {
  if (await takeFromQuota(tx, caller.userId, day, quota)) return null;
  return quotaExceeded(caller.plan, quota, day, now);
}

function quotaExceeded(plan: PlanId, limit: number, day: number, now: number): Refusal {
  const problem = because('quota_of_plan', { plan, limit });
  return new Refusal('quota_exceeded', { retry_after: retryAfterSeconds((day + 1) * DAY_MS - now) }, [
    { field: 'plan', problem },
  ]);
}

function callerOf(token: TokenFacts): Caller {
  const { userId, username, role, plan, language, machines, connected } = token;
  return {
    userId,
    workspaceId: personalWorkspaceId(userId),
    username,
    role,
    plan,
    reach: token.reach,
    language,
    connected,
    machines: readMachines(machines),
    tokenId: token.id,
    tokenHint: token.hint,
    tokenLabel: token.label,
    scopes: unlocked(token.scopes, plan, token.reach),
  };
}

/** There are few combinations of scopes and plans, and every call has one, so each result is kept. */
const combinations = new Map<string, readonly Scope[]>();

function unlocked(stored: string, plan: PlanId, reach: CrewReach): readonly Scope[] {
  const key = `${plan} ${reach} ${stored}`;
  let scopes = combinations.get(key);
  if (scopes === undefined) {
    scopes = effectiveScopes(orderScopes(stored.split(' ') as Scope[]), plan, reach);
    combinations.set(key, scopes);
  }
  return scopes;
}
