/** What every order of a person over REST has in common: no token, no client. */
import { PLANS } from '@synapse/contract';
import type { Order } from '../../exec/order.ts';
import type { Call } from '../endpoint.ts';
import { sourceOf } from '../source-of.ts';

export function personOrder({ session, ip, requestId, request }: Call<'pilot' | 'runner'>) {
  return {
    userId: session.user.id,
    role: session.user.role,
    pilot: PLANS[session.user.plan].scopes.includes('mcp:synapse'),
    source: sourceOf(request),
    tokenId: null,
    tokenHint: null,
    tokenLabel: null,
    client: null,
    ip,
    requestId,
  } satisfies Partial<Order>;
}

/** In a crew a bare name means one of its machines, never one's own. Also for what names several. */
export function namedIn({ workspace: { crew } }: Pick<Call<'user'>, 'workspace'>, machine: string): string {
  return crew === null || /^[^:]*\//.test(machine) ? machine : `${crew}/${machine}`;
}
