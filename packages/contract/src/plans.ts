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

/** A ceiling of `max` events in any `windowMs` milliseconds. */
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
  batchMessages: 20,
  /** Of a JSON body: refused before it is parsed. */
  json: { depth: 64, values: 20_000 },
  /** A longer body is read only after its sender was let in. */
  unknownBodyBytes: 16 * 1024,
  /** Refused commands of one user; they are in the audit log, and cost as much as those that run. */
  refusedExecutions: { max: 60, windowMs: 60_000, everyMs: 500, waiting: 8 },
  /** Followed outputs and open pages, at one instance. */
  openStreams: { perUser: 20, perAddress: 100 },
  /** A follower who reads nothing for so long, or lets so many bytes of events pile up, is sent away. */
  unreadStream: { ms: 60_000, bytes: 1024 * 1024 },
  /** Links of agents that have not proved yet who they are, at one instance. */
  unprovenLinks: 1_000,
  machines: 200,
  aliases: 1_000,
  filters: { max: 100, chars: 1_000_000 },
  /** Work on people's text that would hold up others: what is past these is killed or refused. */
  textWork: {
    /** Shorter outputs are compacted where they are: sending them away would take longer. */
    inlineChars: 16_384,
    helpers: 2,
    waitingPerUser: 20,
    waiting: 200,
    waitMs: 10_000,
    workMs: { compact: 10_000, filter: 3_000, page: 5_000, policy: 3_000 },
    heapMiB: 128,
    keptMiB: 150,
    largeChars: 1_000_000,
    idleMs: 30_000,
  },
  /** Of one user. Every output is searched for all of it, so it bounds the memory that takes. */
  vault: { secrets: 500, valueBytes: 64 * 1024, totalBytes: 512 * 1024 },
  tokenValidityDays: { min: 1, max: 365, default: 30 },
  loginSeconds: 12 * 3600,
} as const;

/** A token may hold what its owner's plan grants, and `mcp:admin`, which acts on the owner's own account. */
export function grantableScopes(plan: PlanId): Scope[] {
  return orderScopes([...PLANS[plan].scopes, 'mcp:admin']);
}

/** What is left of a token's scopes under a plan: a downgrade takes effect at once. */
export function effectiveScopes(stored: readonly Scope[], plan: PlanId): Scope[] {
  const allowed = new Set(grantableScopes(plan));
  return orderScopes(stored.filter((scope) => allowed.has(scope)));
}
