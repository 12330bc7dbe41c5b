/** Decides about an approval: an approved order is checked again as if it came now, and runs on this instance. */
import {
  APPROVAL_LIMITS,
  type ApprovalDecision,
  type Decider as Asked,
  argumentsInvalid,
  because,
  Refusal,
  type Role,
  secondsOf,
  type Wording,
} from '@synapse/contract';
import { type ApprovalRow, type Approvals, settles } from '../../approvals/approvals.ts';
import type { Person } from '../../freezes/freezes.ts';
import { executionHit } from '../../limits/index.ts';
import type { Vault } from '../../vault/vault.ts';
import type { CheckedExecution, OpenExecution } from '../execution.ts';
import { askedOf } from '../execution.ts';
import type { Order } from '../order.ts';
import { cannotServe } from '../record/cannot-serve.ts';
import type { TelemetryServices } from '../record/with-telemetry.ts';
import type { KeepJob } from '../run/job-record.ts';
import { Stopper } from '../run/stopper.ts';
import { carryOut, type ExecServices, examine } from '../run-exec.ts';
import { withPreview } from './preview-file.ts';

/** `inClient`: decided through the client that gave the order, where the policy allows it. */
export interface Decider extends Person {
  readonly role: Role;
  readonly inClient?: boolean;
  /** When this session last authenticated with a password, a passkey or a code; null: unknown. */
  readonly provedAt?: number | null;
}

export type DecideApproval = (person: Decider, id: string, decision: ApprovalDecision) => Promise<ApprovalRow>;

export interface DecideServices extends ExecServices, TelemetryServices {
  readonly approvals: Approvals;
  readonly vault: Pick<Vault, 'markUsed'>;
  readonly keepJob: KeepJob;
}

export async function decideApproval(
  services: DecideServices,
  person: Decider,
  id: string,
  decision: ApprovalDecision,
): Promise<ApprovalRow> {
  const { approvals } = services;
  // A client decides in the workspace of its order; a person in any of their workspaces.
  const row = await approvals.findFor(person.id, id);
  if (decision.break_glass) await approvals.assertMayBreakGlass(person.id, row);
  else await approvals.assertMayDecide(person.id, row);
  if (row.status !== 'pending') throw new Refusal('approval_decided', { status: row.status });
  if (decision.break_glass) assertBreakGlass(services, person, decision);
  if (decision.decision === 'deny') {
    if (decision.for !== 'once') throw argumentsInvalid([{ field: 'for', problem: because('only_approve') }]);
    await approvals.deny(person, row, decision.comment);
  } else {
    await approve(services, person, row, decision);
  }
  return approvals.findFor(person.id, id);
}

/** Throws arguments_invalid and fresh_sign_in_required. */
function assertBreakGlass(
  { clock }: Pick<DecideServices, 'clock'>,
  { provedAt = null }: Decider,
  { decision, for: kind, comment }: ApprovalDecision,
): void {
  const wrong = (field: string, problem: Wording) => argumentsInvalid([{ field, problem }]);
  if (decision === 'deny') throw wrong('break_glass', because('only_approve'));
  if (kind !== 'once') throw wrong('for', because('break_glass_once'));
  if (!comment) throw wrong('comment', because('break_glass_comment'));
  const { breakGlassMinutes: minutes } = APPROVAL_LIMITS;
  if (provedAt === null || clock() - provedAt > minutes * 60_000)
    throw new Refusal('fresh_sign_in_required', { minutes });
}

async function approve(
  services: DecideServices,
  person: Decider,
  row: ApprovalRow,
  decision: ApprovalDecision,
): Promise<void> {
  const { approvals } = services;
  const kept = await approvals.orderOf(row);
  const role = kept.actor?.role ?? person.role;
  const order: Order = { ...kept, workspaceId: row.workspace_id, role, signal: new AbortController().signal };
  const timing = services.timings.begin(order.requestId);
  const checked = await checkAgain(services, { ...order, timing }, row);
  // The policy may have taken that back meanwhile; the person is still asked.
  const { policyDecision } = checked;
  if (policyDecision?.verdict === 'ask') {
    if (person.inClient && !policyDecision.askClient) throw new Refusal('not_found');
    const { decider = 'self', approvals: needed = 1 } = policyDecision;
    // The policy asks others by now, or more of them: the order has to be given again.
    if (!decision.break_glass && !settles({ decider: row.decider as Asked, needed: row.needed }, { decider, needed }))
      await close(services, row, new Refusal('approval_stale', { reason: because('approval_asks_more') }));
  }
  const { secretsUsed } = checked;
  const entry = await approvals.approve(person, row, askedOf(checked), decision, async (tx) => {
    if (secretsUsed.length > 0) await services.vault.markUsed(tx, row.workspace_id, secretsUsed);
    const full = await services.keepJob(tx, checked, row.execution_id, row.placed_at);
    if (full !== null) throw full;
  });
  // Another person has to approve, too.
  if (entry === null) return timing.end();
  const stopper = new Stopper(secondsOf(order.request));
  const execution: OpenExecution = {
    ...checked,
    approvalId: row.id,
    decidedBy: entry.decidedBy,
    id: entry.executionId,
    entry,
    rateHit: executionHit(row.actor_id ?? row.workspace_id, row.placed_at),
    startedAt: performance.now(),
    // Known when its turn is asked for.
    epoch: entry.epoch,
    ahead: null,
    output: services.openOutput(order, checked.vault.redactor),
    stopper,
  };
  services.running.add({ ...execution, finished: carryOut(services, execution) });
}

/** Checks the order again as if it came now. A denial by the policy is reported as such. */
async function checkAgain(services: DecideServices, order: Order, row: ApprovalRow): Promise<CheckedExecution> {
  try {
    return await withPreview(services, await examine(services, order));
  } catch (error) {
    if (!(error instanceof Refusal) || cannotServe(error) || error.code === 'machine_unreachable') throw error;
    const { message: reason } = error.worded;
    const stale = new Refusal('approval_stale', { reason });
    return close(services, row, error.code === 'policy_denied' ? error : stale);
  }
}

async function close({ approvals }: DecideServices, row: ApprovalRow, refusal: Refusal): Promise<never> {
  await approvals.close(row, { status: 'stale', refusal });
  throw refusal;
}
