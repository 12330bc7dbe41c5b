/**
 * Codes that people type: groups of letters with hyphens between them. The last group follows from the others, so that a
 * code can be told from words with hyphens.
 */
import { hash, randomInt } from 'node:crypto';

export interface CodeForm {
  readonly groups: number;
  readonly letters: number;
}

/** 59 random bits for who has lost the app, each good once; 124 for enrolling an agent, for a quarter of an hour. */
export const RECOVERY_CODE: CodeForm = { groups: 4, letters: 4 };
export const ENROLLMENT_CODE: CodeForm = { groups: 6, letters: 5 };
export const CODE_FORMS: readonly CodeForm[] = [RECOVERY_CODE, ENROLLMENT_CODE];

/** Without letters and digits that look alike. */
export const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

export const codeLength = ({ groups, letters }: CodeForm): number => groups * (letters + 1) - 1;

export function makeCode({ groups, letters }: CodeForm): string {
  const group = (): string =>
    Array.from({ length: letters }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
  const random = Array.from({ length: groups - 1 }, group).join('-');
  return `${random}-${lastGroup(random, letters)}`;
}

/** Whether the last group of a text of that form is the one that follows from the others. */
export function isCode(text: string, { letters }: CodeForm): boolean {
  return text.slice(-letters) === lastGroup(text.slice(0, -letters - 1), letters);
}

function lastGroup(random: string, letters: number): string {
  const bytes = hash('sha256', `synapse code ${random}`, 'buffer');
  return Array.from({ length: letters }, (_, index) => CODE_LETTERS[bytes[index]! % CODE_LETTERS.length]).join('');
}
