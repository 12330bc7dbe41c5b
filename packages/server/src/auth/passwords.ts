/** Passwords: argon2id, stored as a PHC string, hashed again when the parameters have grown. */
import { hash, verify } from '@node-rs/argon2';

/** The library's number for argon2id. Its own name for it is gone once types are stripped. */
const ARGON2ID = 2;
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}

export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}

/** Checked when there is no such user, so that the answer takes as long as for a wrong password. */
export const dummyHash: Promise<string> = hashPassword('the password of no account');
