/** A decision by the user of the client: it counts where the policy allows it, for approvals of that client's own orders. */
import { Refusal } from '@synapse/contract';
import type { RedactedResult } from '../answer/redacted-result.ts';
import { actorIdOf, type ClientAnswer, type Order } from '../order.ts';
import { type DecideServices, decideApproval } from './decide-approval.ts';
import { awaitAnswer } from './request-approval.ts';

/** The approval id comes from the client: whether it may decide about it is checked. */
export async function answerInClient(
  services: DecideServices,
  order: Order,
  { approvalId, action }: ClientAnswer,
): Promise<RedactedResult> {
  const { workspaceId, role, tokenId, tokenHint } = order;
  const row = await services.approvals.find(workspaceId, approvalId);
  if (row.token_id !== tokenId) throw new Refusal('not_found');
  if (action === 'wait') return awaitAnswer(services, order, row.execution_id);
  if (row.ask_client !== 1) throw new Refusal('not_found');
  if (row.status === 'pending' && action !== 'cancel') {
    const decider = { id: actorIdOf(order), role, username: `client ${tokenHint ?? ''}`.trim(), inClient: true };
    const decision = action === 'accept' ? 'approve' : 'deny';
    // It may be decided on the page first: then that counts.
    await decideApproval(services, decider, approvalId, { decision, for: 'once' }).catch(unlessDecided);
  }
  return awaitAnswer(services, order, row.execution_id);
}

function unlessDecided(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== 'approval_decided') throw error;
}
