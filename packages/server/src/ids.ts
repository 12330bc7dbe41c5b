/** Ids that sort by age: 48 bits of time, then 80 random bits, in lower-case base 32. */
import { randomBytes } from 'node:crypto';

/**
 * The id of a workspace: the personal one of a user has the user's id, that of a crew the crew's. A type of its own, so
 * that an actor is not taken for an owner.
 */
export type WorkspaceId = string & { readonly [OF_WORKSPACE]: true };
declare const OF_WORKSPACE: unique symbol;

export const personalWorkspaceId = (userId: string): WorkspaceId => userId as WorkspaceId;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_DIGITS = 16;

export function newId(now: number = Date.now()): string {
  let id = timePrefix(now);
  for (const byte of randomBytes(RANDOM_DIGITS)) id += ALPHABET[byte % 32];
  return id;
}

function timePrefix(now: number): string {
  let time = '';
  for (let rest = now, digit = 0; digit < 10; digit++, rest = Math.floor(rest / 32)) {
    time = ALPHABET[rest % 32] + time;
  }
  return time;
}
