/** What every order by a tool says of its call: who calls, by which credential, from where, and how it is answered. */
import type { Order } from '../../../exec/order.ts';
import type { ToolCall } from '../tool.ts';

type OrderedBy = Pick<
  Order,
  | 'userId'
  | 'role'
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
>;

export function orderedBy({ caller, client, ip, requestId, progress, elicits, answered }: ToolCall): OrderedBy {
  const { userId, role, machines, tokenId, tokenHint, tokenLabel } = caller;
  return {
    userId,
    role,
    machines,
    source: 'mcp',
    tokenId,
    tokenHint,
    tokenLabel,
    client,
    ip,
    requestId,
    onProgress: progress,
    asksUser: elicits,
    answered: answered && { approvalId: answered.state, action: answered.action },
  };
}
