/** What other rooms may use of the policies. */
export { machineKey } from './compile-policy.ts';
export { createPoliciesOf, type PoliciesOf } from './compiled-policies.ts';
export type { Ruling } from './decide.ts';
export { globMatcher } from './glob.ts';
export { createJudge, type Judge, type JudgedOrder } from './judge-order.ts';
export { type Author, createPolicies, type Policies } from './policies.ts';
export { type InForce, readInForce } from './policy-store.ts';
export { createRefuseTags, type RefuseTags } from './refuse-tags.ts';
export { createReplay, type Replay } from './replay.ts';
