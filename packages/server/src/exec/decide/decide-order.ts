/**
 * Decides about an order: what the policies say of it, and the sandbox that it runs in. They go together: the judge
 * decides whether it needs an approval, and the kernel makes sure that what passes as a read is one; without a sandbox,
 * less passes.
 */
import { Refusal } from '@synapse/contract';
import type { Sandbox } from '@synapse/runner';
import type { AuditSubject } from '../../audit/audit.ts';
import type { Frozen } from '../../freezes/freezes.ts';
import type { Look } from '../../look/look.ts';
import type { MachineRecord } from '../../machines/machines.ts';
import type { Judge, JudgedOrder, PolicyDecision } from '../../policy/index.ts';
import type { Redactor } from '../../redaction/index.ts';
import type { Order } from '../order.ts';
import { unsupported } from '../prepare/placeholders/placeholder.ts';
import { refuseUnshown } from '../prepare/with-stdin.ts';
import type { UnexpectedErrors } from '../record/unexpected-errors.ts';
import { assertAllowed } from './assert-allowed.ts';

export interface DecideOrderServices {
  readonly look: Look;
  readonly unexpected: UnexpectedErrors;
  readonly judge: Judge['judge'];
  /** Throws `frozen`. */
  readonly refuseFrozen: (command: Frozen) => Promise<void>;
}

export interface Decision {
  /** Null where no policy is in force. */
  readonly policyDecision: PolicyDecision | null;
  /** Null: it runs as any other. */
  readonly confinement: Sandbox | null;
}

export interface DecideOptions {
  /** The secrets that are filled in. */
  readonly filledIn: readonly string[];
  readonly redactor: Redactor;
  /** Adds to what the audit log says of the order. */
  readonly learn: (more: Partial<AuditSubject>) => void;
}

/** Throws where the order may not run: policy_denied, frozen, look_unavailable. */
export async function decideOrder(
  services: DecideOrderServices,
  order: Order,
  target: MachineRecord,
  judged: JudgedOrder,
  { filledIn, redactor, learn }: DecideOptions,
): Promise<Decision> {
  const decision = await decideWhere(services, order, target, judged, filledIn);
  const { policyDecision, confinement } = decision;
  if (policyDecision !== null) {
    const { verdict, rule } = policyDecision;
    // A freeze is reported before a policy decision. An allowed command is checked against freezes when it is opened.
    if (verdict !== 'allow') await services.refuseFrozen(frozenAs(order, target));
    learn({ verdict, rule });
    assertAllowed(policyDecision, redactor);
    if (verdict === 'ask') refuseUnshown(order.request.stdin);
  }
  if (confinement !== null) learn({ sandbox: confinement.mechanism.name });
  return decision;
}

/** The attributes of an order that a freeze matches. */
const frozenAs = ({ userId, actor, tokenId }: Order, { slug }: MachineRecord): Frozen => ({
  userId,
  actorId: actor?.id,
  machine: slug,
  tokenId,
});

/** Throws look_unavailable: what may only look never runs without a sandbox. `secrets`: those that are filled in. */
async function decideWhere(
  { look, unexpected, judge, refuseFrozen }: DecideOrderServices,
  order: Order,
  target: MachineRecord,
  judged: JudgedOrder,
  secrets: readonly string[],
): Promise<Decision> {
  const policyDecision = await judge(judged);
  const confine = order.look === true ? 'look' : (policyDecision?.confine ?? null);
  // A denial is thrown by the caller.
  if (confine === null || policyDecision?.verdict === 'deny') return { policyDecision, confinement: null };
  // Finding out about sandboxes already runs something of ours there.
  await refuseFrozen(frozenAs(order, target));
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
