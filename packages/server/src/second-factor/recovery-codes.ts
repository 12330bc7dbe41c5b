/** Codes on paper, for who has lost the app: shown once, kept as hashes, each good for one sign-in. */
import { createHash } from 'node:crypto';
import { makeCode, RECOVERY_CODE } from '../credentials/typed-code.ts';

const HOW_MANY = 10;
const LETTERS = RECOVERY_CODE.groups * RECOVERY_CODE.letters;

export function makeRecoveryCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () => makeCode(RECOVERY_CODE));
}

/** However it was typed. Null if it cannot be one. A plain hash is enough: each wrong guess is counted. */
export function hashRecoveryCode(typed: string): Buffer | null {
  const letters = typed.toLowerCase().replace(/[\s-]/g, '');
  if (letters.length !== LETTERS) return null;
  return createHash('sha256').update(letters).digest();
}
