/** What every order by a tool says of its call: who calls, by which credential, from where, and how it is answered. */
import { PLANS } from '@synapse/contract';
import type { Order } from '../../../exec/order.ts';
import type { ToolCall } from '../tool.ts';

type OrderedBy = Pick<
  Order,
  | 'workspaceId'
  | 'role'
  | 'pilot'
  | 'machines'
  | 'source'
  | 'tokenId'
  | 'tokenHint'
  | 'tokenLabel'
  | 'client'
  | 'ip'
  | 'requestId'
  | 'onProgress'
  | 'asksUser'
  | 'answered'
  | 'patienceSeconds'
  | 'asText'
  | 'onOpened'
>;

export function orderedBy(call: ToolCall): OrderedBy {
  const { caller, client, ip, requestId, progress, asks, tasks, answered, showPage, asText } = call;
  const { workspaceId, role, machines, tokenId, tokenHint, tokenLabel } = caller;
  return {
    workspaceId,
    role,
    pilot: PLANS[caller.plan].scopes.includes('mcp:synapse'),
    machines,
    source: 'mcp',
    tokenId,
    tokenHint,
    tokenLabel,
    client,
    ip,
    requestId,
    onProgress: progress,
    asksUser: asks.form,
    answered,
    asText,
    // The caller learns of the approval with this answer, at once.
    ...((tasks || asks.url) && answered === null && { patienceSeconds: 0 }),
    onOpened: (executionId, status) => {
      if (status === 'pending') showPage?.(executionId);
    },
  };
}
