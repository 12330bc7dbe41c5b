/**
 * What the policies say of an order, and the sandbox that it runs in. They go together: the judge decides whether a
 * person is asked, and the kernel makes sure that what passes as a read is one; where there is no sandbox, less passes.
 */
import { Refusal } from '@synapse/contract';
import type { Sandbox } from '@synapse/runner';
import type { Frozen } from '../../freezes/freezes.ts';
import type { Look } from '../../look/look.ts';
import type { MachineRecord } from '../../machines/machines.ts';
import type { Judge, JudgedOrder, PolicyDecision } from '../../policy/index.ts';
import type { Order } from '../order.ts';
import { unsupported } from '../prepare/placeholders/placeholder.ts';
import type { UnexpectedErrors } from '../record/unexpected-errors.ts';

export interface WhereServices {
  readonly look: Look;
  readonly unexpected: UnexpectedErrors;
  readonly judge: Judge['judge'];
  /** Throws `frozen`. */
  readonly refuseFrozen: (command: Frozen) => Promise<void>;
}

export interface Where {
  /** Null where no policy is in force. */
  readonly policyDecision: PolicyDecision | null;
  /** Null: it runs as any other. */
  readonly confinement: Sandbox | null;
}

/** Throws look_unavailable: what may only look never runs without. `secrets`: those that are filled in. */
export async function decideWhere(
  { look, unexpected, judge, refuseFrozen }: WhereServices,
  order: Order,
  target: MachineRecord,
  judged: JudgedOrder,
  secrets: readonly string[],
): Promise<Where> {
  const policyDecision = await judge(judged);
  const confine = order.look === true ? 'look' : (policyDecision?.confine ?? null);
  // A denial is thrown by the caller.
  if (confine === null || policyDecision?.verdict === 'deny') return { policyDecision, confinement: null };
  // Finding out about sandboxes already runs something of ours there.
  await refuseFrozen({
    userId: order.userId,
    actorId: order.actor?.id,
    machine: target.slug,
    tokenId: order.tokenId,
  });
  if (confine === 'look' && secrets.length > 0) throw unsupported(secrets[0]!, 'look');
  const work = { requestId: order.requestId, executionId: null, machineId: target.id };
  try {
    const confinement = await unexpected.during(work, () => look.sandboxOf(target, judged.container));
    return { policyDecision, confinement };
  } catch (error) {
    if (confine === 'look' || !(error instanceof Refusal) || error.code !== 'look_unavailable') throw error;
    return { policyDecision: await judge({ ...judged, unconfined: true }), confinement: null };
  }
}
