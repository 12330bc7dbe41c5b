/** What every order of a person over REST has in common: no token, no client. */
import type { Order } from '../../exec/order.ts';
import type { Call } from '../endpoint.ts';
import { sourceOf } from '../source-of.ts';

export function personOrder({ session, ip, requestId, request }: Call<'pilot'>) {
  return {
    userId: session.user.id,
    role: session.user.role,
    source: sourceOf(request),
    tokenId: null,
    tokenHint: null,
    tokenLabel: null,
    client: null,
    ip,
    requestId,
  } satisfies Partial<Order>;
}
