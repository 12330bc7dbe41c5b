/** Codes on paper, for who has lost the app: shown once, kept as hashes, each good for one sign-in. */
import { createHash, randomInt } from 'node:crypto';

const HOW_MANY = 10;
const GROUPS = 4;
const GROUP = 4;
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

export function makeRecoveryCodes(): string[] {
  const group = (): string => Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: HOW_MANY }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/** However it was typed. Null if it cannot be one. A plain hash is enough: nobody guesses 79 random bits. */
export function hashRecoveryCode(typed: string): Buffer | null {
  const letters = typed.toLowerCase().replace(/[\s-]/g, '');
  if (letters.length !== GROUPS * GROUP) return null;
  return createHash('sha256').update(letters).digest();
}
