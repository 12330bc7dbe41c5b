/** What other rooms may use of the policies. */
export { createPoliciesOf } from './compiled-policies.ts';
export type { DecidedPart, Ruling } from './decide.ts';
export { createJudge, type Judge, type JudgedOrder } from './judge-order.ts';
export { type Author, createPolicies, type Policies } from './policies.ts';
export { type InForce, readInForce } from './policy-store.ts';
