/** Requests approval for a command, and waits for the decision and then for the end of the command. */
import { APPROVAL_LIMITS } from '@synapse/contract';
import type { Logger } from 'pino';
import type { Grants } from '../../approvals/grants.ts';
import type { WorkspaceId } from '../../ids.ts';
import type { KeptRefusals } from '../../outputs/kept-refusals.ts';
import type { RedactedResult } from '../answer/redacted-result.ts';
import { askedOf, type CheckedExecution } from '../execution.ts';
import type { Order } from '../order.ts';
import type { Recorder } from '../record/recorder.ts';

/** Follows an execution, on whichever instance it runs. */
export interface FollowExecution {
  /** Waits until it is decided, at most so long; false: it is not. */
  decided(workspaceId: WorkspaceId, executionId: string, waitSeconds: number, signal: AbortSignal): Promise<boolean>;
  get(workspaceId: WorkspaceId, executionId: string, waitSeconds: number, signal: AbortSignal): Promise<RedactedResult>;
  cancel(workspaceId: WorkspaceId, executionId: string): Promise<RedactedResult>;
}

export interface AskServices {
  readonly record: Pick<Recorder, 'ask'>;
  readonly grants: Pick<Grants, 'find'>;
  readonly refusals: Pick<KeptRefusals, 'find'>;
  readonly executions: FollowExecution;
  /** Aborted when the service begins to stop: callers that wait get `pending`, and the approval stays. */
  readonly stopping: AbortSignal;
  readonly log: Logger;
}

const PROGRESS_MS = 4_000;
/** An approved command is polled at this interval until it has ended. */
const POLL_SECONDS = 60;

/** The execution, approved by an earlier grant; null where it needs an approval. */
export async function grantedBefore(
  { grants }: AskServices,
  checked: CheckedExecution,
): Promise<CheckedExecution | null> {
  const { workspaceId, order } = checked;
  const grant = await grants.find({
    ...askedOf(checked),
    workspaceId,
    tokenId: order.tokenId,
    effects: checked.policyDecision?.effects ?? [],
    decider: checked.policyDecision?.decider ?? 'self',
    needed: checked.policyDecision?.approvals ?? 1,
  });
  return grant === null ? null : { ...checked, approvalId: grant.approval_id, decidedBy: grant.created_by };
}

/** Answers with `pending` when it is not decided in time; throws where the command does not run. */
export async function requestApproval(services: AskServices, checked: CheckedExecution): Promise<RedactedResult> {
  const { workspaceId, order, policyDecision } = checked;
  const { executionId } = await services.record.ask(checked);
  order.onOpened?.(executionId, 'pending');
  // The content of a file, and what a command is handed, are shown on the page alone.
  if (!order.asksUser || !policyDecision?.askClient || checked.preview || order.request.stdin !== undefined)
    return awaitAnswer(services, order, executionId);
  const result = await services.executions.get(workspaceId, executionId, 0, order.signal);
  return result.approval === undefined ? result : { ...result, approval: { ...result.approval, askClient: true } };
}

/** Waits for the decision, and then for the end of the command. `withdraws`: cancels both when the caller goes away. */
export async function awaitAnswer(
  services: AskServices,
  order: Order,
  executionId: string,
  { withdraws } = { withdraws: true },
): Promise<RedactedResult> {
  const { workspaceId, request, onProgress } = order;
  const signal = AbortSignal.any([order.signal, services.stopping]);
  const begun = Date.now();
  const passed = (): number => Math.round((Date.now() - begun) / 1000);
  const look = services.executions;
  // Like a running command, a pending approval is cancelled when its caller goes away.
  const withdraw = (): void => {
    if (services.stopping.aborted || !withdraws) return;
    look.cancel(workspaceId, executionId).catch((error: unknown) => {
      services.log.warn({ err: error, request_id: order.requestId }, 'failed to cancel approval');
    });
  };
  const progress = setInterval(() => onProgress?.(`${passed()} s, waiting for a person’s approval`), PROGRESS_MS);
  signal.addEventListener('abort', withdraw, { once: true });
  if (signal.aborted) withdraw();
  try {
    // A job is not waited for.
    const patient = request.detach ? 0 : APPROVAL_LIMITS.waitSeconds;
    const wanted = order.patienceSeconds ?? request.wait_seconds ?? patient;
    const patience = Math.min(wanted, APPROVAL_LIMITS.waitSeconds);
    await look.decided(workspaceId, executionId, patience, signal);
    const most = request.detach ? 0 : request.wait_seconds;
    const left = (): number => (most === undefined ? POLL_SECONDS : most - passed());
    let result = await look.get(workspaceId, executionId, 0, signal);
    while (result.status === 'running' && !signal.aborted && left() > 0) {
      result = await look.get(workspaceId, executionId, Math.min(left(), POLL_SECONDS), signal);
    }
    const failed = order.file !== undefined && result.refusal !== undefined;
    if (result.status !== 'refused' && !failed) return result;
    throw await services.refusals.find(workspaceId, executionId, result.refusal?.code ?? 'internal');
  } finally {
    clearInterval(progress);
    signal.removeEventListener('abort', withdraw);
  }
}
