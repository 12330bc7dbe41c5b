/** What every order of a person over REST has in common: no token, no client. */
import { type CrewAction, PLANS } from '@synapse/contract';
import type { Order } from '../../exec/order.ts';
import { readAddress } from '../../exec/prepare/enter-workspace.ts';
import { personalWorkspaceId } from '../../ids.ts';
import type { Call } from '../endpoint.ts';
import { sourceOf } from '../source-of.ts';

export function personOrder({ session, ip, requestId, request }: Call<'pilot' | 'runner'>) {
  return {
    workspaceId: personalWorkspaceId(session.user.id),
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

/**
 * In the address of a crew a name may repeat the crew: without it. For what is about that workspace alone, also where
 * several machines are named.
 */
export const namedHere = ({ workspace: { crew } }: Pick<Call<'user'>, 'workspace'>, machine: string): string =>
  crew !== null && machine.startsWith(`${crew}/`) ? machine.slice(crew.length + 1) : machine;

/** The workspace of the machine that a body names, and its slug there. Throws not_found and role_required. */
export async function placeNamed(
  call: Pick<Call<'user'>, 'workspace' | 'tell' | 'enter'>,
  machine: string,
  action: CrewAction,
) {
  const { crew, slug } = readAddress(namedIn(call, machine));
  const { workspace, tell } = call;
  return crew === workspace.crew || crew === null
    ? { workspace, tell, slug }
    : { ...(await call.enter(crew, action)), slug };
}
