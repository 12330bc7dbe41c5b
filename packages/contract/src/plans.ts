/** Plans and limits, as data: what each plan grants, and every ceiling of the service. */
import { orderScopes, type Scope } from './scopes.ts';

export const PLAN_IDS = ['free', 'plus', 'pro', 'equipage'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly callsPerDay: number;
}

export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: { id: 'free', name: 'Free', scopes: ['mcp:read', 'mcp:write'], callsPerDay: 100 },
  plus: { id: 'plus', name: 'Plus', scopes: ['mcp:read', 'mcp:write'], callsPerDay: 300 },
  pro: { id: 'pro', name: 'Pro', scopes: ['mcp:read', 'mcp:write', 'mcp:synapse'], callsPerDay: 1000 },
  equipage: { id: 'equipage', name: 'Équipage', scopes: ['mcp:read', 'mcp:write', 'mcp:synapse'], callsPerDay: 1000 },
};

/** How many calls a day each plan has. An instance may have set its own. */
export type Quotas = Readonly<Record<PlanId, number>>;

export const DEFAULT_QUOTAS: Quotas = {
  free: PLANS.free.callsPerDay,
  plus: PLANS.plus.callsPerDay,
  pro: PLANS.pro.callsPerDay,
  equipage: PLANS.equipage.callsPerDay,
};

/** At most `max` events in any `windowMs` milliseconds. */
export interface WindowLimit {
  readonly max: number;
  readonly windowMs: number;
}

export const LIMITS = {
  mcpCallsPerIp: { max: 200, windowMs: 60_000 },
  mcpCallsPerTrustedIp: { max: 400, windowMs: 60_000 },
  ipTrustMs: 24 * 3600_000,
  loginFailures: { max: 10, windowMs: 5 * 60_000 },
  executions: { max: 30, windowMs: 60_000 },
  bodyBytes: 1024 * 1024,
  /** A call of a tool may hold a whole file as text, which JSON makes longer. */
  mcpBodyBytes: 5 * 1024 * 1024,
  batchMessages: 20,
  /** The size of a JSON body; a larger one is refused before it is parsed. */
  json: { depth: 64, values: 20_000 },
  /** A body longer than this is read only after its sender was let in. */
  unknownBodyBytes: 16 * 1024,
  /** Refused commands of one user. Each is written to the audit log, so it costs as much as one that runs. */
  refusedExecutions: { max: 60, windowMs: 60_000, everyMs: 500, waiting: 8 },
  /** Followed outputs and open pages, on one instance. */
  openStreams: { perUser: 20, perAddress: 100 },
  /** A follower who reads nothing for this long, or leaves this many bytes of events unread, is disconnected. */
  unreadStream: { ms: 60_000, bytes: 1024 * 1024 },
  /** Links of agents that have not yet proved who they are, on one instance. */
  unprovenLinks: 1_000,
  machines: 200,
  aliases: 1_000,
  filters: { max: 100, chars: 1_000_000 },
  /** Work on people's text that would hold up others. Whatever exceeds these limits is killed or refused. */
  textWork: {
    /** Shorter outputs are compacted in the service itself: sending them to a helper would take longer. */
    inlineChars: 16_384,
    /** But not with a line that is longer: an expression of a filter may take the square of it. */
    inlineLineChars: 1_000,
    /** Commands are judged in the service itself up to so many characters and steps: a few milliseconds. */
    inlineJudge: { chars: 4_096, steps: 300 },
    /** The same for rules: characters of what was judged, times characters of the globs that it is compared with. */
    inlineComparisons: 2_000_000,
    helpers: 2,
    waitingPerUser: 20,
    waiting: 200,
    waitMs: 10_000,
    workMs: { compact: 10_000, filter: 3_000, page: 5_000, policy: 3_000, judge: 2_000, decide: 2_000 },
    heapMiB: 128,
    keptMiB: 150,
    largeChars: 1_000_000,
    idleMs: 30_000,
  },
  /**
   * The secrets of one user. Every output is searched for all of them, so this bounds the memory that the search
   * takes.
   */
  vault: { secrets: 500, valueBytes: 64 * 1024, totalBytes: 512 * 1024 },
  tokenValidityDays: { min: 1, max: 365, default: 30 },
  connectionDays: { min: 1, max: 365, default: 90 },
  /** Of one user. */
  connections: 50,
  /** Callers without credentials may send these to the authorization server, so each address may only so often. */
  oauth: {
    registrations: { max: 50, windowMs: 5 * 60_000 },
    requests: { max: 240, windowMs: 60_000 },
    /** Registered clients without a consent. */
    unusedClients: 1_000,
    accessTokenSeconds: 8 * 3600,
    bodyBytes: 64 * 1024,
  },
  loginSeconds: 12 * 3600,
  /** Programs that ask to be signed in from a browser. Callers without credentials may ask, so each address may only so often. */
  signInRequests: { perAddress: { max: 10, windowMs: 5 * 60_000 }, open: 1_000, seconds: 600, pollSeconds: 1 },
  /** Ways to sign in are changed only so long after signing in. */
  recentSignInMinutes: 15,
} as const;

/** What a member of crews may do there, whatever their plan: run commands, or only look. Null: they are in no crew. */
export type CrewReach = 'run' | 'look' | null;

const CREW_SCOPES: Readonly<Record<NonNullable<CrewReach>, readonly Scope[]>> = {
  run: ['mcp:synapse', 'mcp:look'],
  look: ['mcp:look'],
};

/**
 * A token may hold what its owner's plan grants, and also `mcp:admin`, which acts on the owner's own account. With
 * `mcp:synapse` a plan also grants the smaller `mcp:look`. Members of crews may use the machines of those.
 */
export function grantableScopes(plan: PlanId, reach: CrewReach = null): Scope[] {
  const { scopes } = PLANS[plan];
  const look: readonly Scope[] = scopes.includes('mcp:synapse') ? ['mcp:look'] : [];
  const ofCrews = reach === null ? [] : CREW_SCOPES[reach];
  return orderScopes([...new Set([...scopes, ...look, ...ofCrews, 'mcp:admin' as const])]);
}

/**
 * The scopes of a token that a plan still allows: a downgrade takes effect at once. Who may not run commands any more but
 * still look, as a watcher of a crew, still looks with a token for both.
 */
export function effectiveScopes(stored: readonly Scope[], plan: PlanId, reach: CrewReach = null): Scope[] {
  const allowed = new Set(grantableScopes(plan, reach));
  const held = stored.map((scope) => (scope === 'mcp:synapse' && !allowed.has(scope) ? 'mcp:look' : scope));
  return orderScopes([...new Set(held)].filter((scope) => allowed.has(scope)));
}
