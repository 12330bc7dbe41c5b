/** The ways in which a request ends by itself. Pure. */
import { Refusal } from '@synapse/contract';
import { roleRequired } from '../access/access.ts';
import type { ApprovalRow } from './approval-store.ts';
import type { ApprovalEnd } from './close-pending.ts';

/** It expired without an answer. */
export function expired({ created_at, expires_at }: ApprovalRow): ApprovalEnd {
  const minutes = Math.round((expires_at - created_at) / 60_000);
  return { status: 'expired', refusal: new Refusal('approval_expired', { minutes }) };
}

/** In the crew that it was asked in. `isMember`: still, but with a role that does not run commands. */
export function roleLost(isMember: boolean): ApprovalEnd {
  return { status: 'cancelled', refusal: isMember ? roleRequired('run') : new Refusal('not_found') };
}

/** The token that asked was taken back, or its owner shut out. */
export function revoked(): ApprovalEnd {
  return { status: 'cancelled', refusal: new Refusal('token_revoked') };
}
