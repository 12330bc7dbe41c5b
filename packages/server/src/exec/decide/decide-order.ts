/**
 * Decides about an order: what the policies say of it, and the sandbox that it runs in. They go together: the judge
 * decides whether it needs an approval, and the kernel makes sure that what passes as a read is one; without a sandbox,
 * less passes.
 */
import { Refusal } from '@synapse/contract';
import type { Sandbox } from '@synapse/runner';
import type { Clock } from '../../clock.ts';
import type { Frozen } from '../../freezes/freezes.ts';
import type { Look } from '../../look/look.ts';
import type { MachineRecord } from '../../machines/machines.ts';
import type { Judge, JudgedOrder, PolicyDecision } from '../../policy/index.ts';
import type { Redactor } from '../../redaction/index.ts';
import type { Order } from '../order.ts';
import { unsupported } from '../prepare/placeholders/placeholder.ts';
import { refuseUnshown } from '../prepare/with-stdin.ts';
import type { UnexpectedErrors } from '../record/unexpected-errors.ts';
import type { SubjectDraft } from '../subject.ts';
import { assertAllowed } from './assert-allowed.ts';
import { judgedOrder } from './policy-request.ts';

export interface DecideOrderServices {
  readonly look: Look;
  readonly unexpected: UnexpectedErrors;
  readonly judge: Judge['judge'];
  /** Throws `frozen`. */
  readonly refuseFrozen: (command: Frozen) => Promise<void>;
  readonly clock: Clock;
}

export interface Decision {
  /** Null where no policy is in force. */
  readonly policyDecision: PolicyDecision | null;
  /** Null: it runs as any other. */
  readonly confinement: Sandbox | null;
}

/** An order of which everything is known but whether it may run. */
export interface UndecidedOrder extends Pick<JudgedOrder, 'secrets' | 'inForce' | 'judgement'> {
  readonly order: Order;
  readonly target: MachineRecord;
  readonly container: string | null;
  /** Those of the secrets that are filled in. */
  readonly filledIn: readonly string[];
}

/** Throws where the order may not run: policy_denied, frozen, look_unavailable. `subject` is given what is decided. */
export async function decideOrder(
  services: DecideOrderServices,
  undecided: UndecidedOrder,
  subject: SubjectDraft,
  redactor: Redactor,
): Promise<Decision> {
  const { order, target } = undecided;
  const decision = await decideWhere(services, undecided);
  const { policyDecision, confinement } = decision;
  if (policyDecision !== null) {
    const { verdict, rule } = policyDecision;
    // A freeze is reported before a policy decision. An allowed command is checked against freezes when it is opened.
    if (verdict !== 'allow') await services.refuseFrozen(frozenAs(order, target));
    Object.assign(subject, { verdict, rule });
    assertAllowed(policyDecision, redactor);
    if (verdict === 'ask') refuseUnshown(order.request.stdin);
  }
  if (confinement !== null) subject.sandbox = confinement.mechanism.name;
  return decision;
}

/** The attributes of an order that a freeze matches. */
const frozenAs = ({ workspaceId, actor, tokenId }: Order, { slug }: MachineRecord): Frozen => ({
  workspaceId,
  actorId: actor?.id,
  machine: slug,
  tokenId,
});

/** Throws look_unavailable: what may only look never runs without a sandbox. */
async function decideWhere(
  { look, unexpected, judge, refuseFrozen, clock }: DecideOrderServices,
  { order, target, container, filledIn, ...asked }: UndecidedOrder,
): Promise<Decision> {
  const judged = { ...judgedOrder(order, target, container, clock()), ...asked };
  const policyDecision = await judge(judged);
  const confine = order.look === true ? 'look' : (policyDecision?.confine ?? null);
  // A denial is thrown by the caller.
  if (confine === null || policyDecision?.verdict === 'deny') return { policyDecision, confinement: null };
  // Finding out about sandboxes already runs something of ours there.
  await refuseFrozen(frozenAs(order, target));
  if (confine === 'look' && filledIn.length > 0) throw unsupported(filledIn[0]!, 'look');
  const work = { requestId: order.requestId, executionId: null, machineId: target.id };
  try {
    const confinement = await unexpected.during(work, () => look.sandboxOf(target, container));
    return { policyDecision, confinement };
  } catch (error) {
    if (confine === 'look' || !(error instanceof Refusal) || error.code !== 'look_unavailable') throw error;
    return { policyDecision: await judge({ ...judged, unconfined: true }), confinement: null };
  }
}
