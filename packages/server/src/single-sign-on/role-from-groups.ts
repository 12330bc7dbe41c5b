/** What a person's groups make of their role and plan. Pure. */
import { PLAN_IDS, type PlanId, type Role } from '@synapse/contract';
import type { SignOnSettings } from './settings.ts';

export interface Standing {
  readonly role?: Role;
  readonly plan?: PlanId;
}

type Mapping = Pick<SignOnSettings, 'admins' | 'plans' | 'plan'>;

/** Nothing is said about what no option maps. Who is in no mapped group is a member, on the plan for everybody. */
export function roleFromGroups(groups: readonly string[], { admins, plans, plan }: Mapping): Standing {
  return {
    ...(admins === null ? {} : { role: groups.some((group) => admins.includes(group)) ? 'admin' : 'member' }),
    ...(plans === null ? {} : { plan: highest(groups.flatMap((group) => plans.get(group) ?? [])) ?? plan }),
  };
}

function highest(plans: readonly PlanId[]): PlanId | undefined {
  return PLAN_IDS.findLast((plan) => plans.includes(plan));
}
