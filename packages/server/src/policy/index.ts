/** What other modules may use of the policies. */

export { machineKey } from './compile-policy.ts';
export { createGuard } from './create-guard.ts';
export type { PolicyDecision } from './decide.ts';
export { globMatcher } from './glob.ts';
export type { Judge, JudgedOrder } from './judge-order.ts';
export { loadJudge } from './load-judge.ts';
export type { Author, Policies } from './policies.ts';
export { type InForce, readInForce } from './policy-store.ts';
export type { NamedIn, RefuseNamed } from './refuse-named.ts';
export type { Replay } from './replay.ts';
