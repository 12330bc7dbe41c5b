/** Tags that a policy names: an assistant may not give or take them, because that would change what the policy says. */
import { because, Refusal } from '@synapse/contract';
import type { Database } from '../db/database.ts';
import type { PoliciesOf } from './compiled-policies.ts';
import { readInForce } from './policy-store.ts';

/** Throws policy_denied. */
export type RefuseTags = (userId: string, before: readonly string[], after: readonly string[]) => Promise<void>;

export function createRefuseTags({ queries }: Database, policiesOf: PoliciesOf): RefuseTags {
  return async (userId, before, after) => {
    const changed = [...before.filter((tag) => !after.includes(tag)), ...after.filter((tag) => !before.includes(tag))];
    if (changed.length === 0) return;
    const policies = await policiesOf(userId, await readInForce(queries, userId));
    const named = changed.find((tag) => policies.some((policy) => policy.namesTag(tag)));
    if (named !== undefined) throw new Refusal('policy_denied', { reason: because('policy_tag', { tag: named }) });
  };
}
