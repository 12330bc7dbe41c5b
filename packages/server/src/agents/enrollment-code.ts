/** The one-time code that enrols an agent. Only its hash is stored. */
import { createHash, randomBytes } from 'node:crypto';

export const CODE_MS = 15 * 60_000;
/** No letter that can be mistaken for another when read aloud. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 6;
const GROUP_LETTERS = 5;

/** About 148 bits: too many to try within a quarter of an hour. */
export function newCode(): string {
  // Bytes at the end of the range would make some letters more likely than others, so they are skipped.
  const usable = 256 - (256 % LETTERS.length);
  let letters = '';
  while (letters.length < GROUPS * GROUP_LETTERS) {
    for (const byte of randomBytes(64)) if (byte < usable) letters += LETTERS[byte % LETTERS.length];
  }
  return Array.from({ length: GROUPS }, (_, index) =>
    letters.slice(index * GROUP_LETTERS, (index + 1) * GROUP_LETTERS),
  ).join('-');
}

export function hashCode(code: string): Buffer {
  return createHash('sha256').update(code.trim().toLowerCase()).digest();
}

/** One line for a terminal: download, compare the checksum, enrol and run. */
export function enrollCommand(url: string, code: string, sha256: string | null): string {
  const program = 'synapse-agent.mjs';
  const check =
    sha256 === null ? [] : [`(sha256sum ${program} 2>/dev/null || shasum -a 256 ${program}) | grep -q ^${sha256}`];
  return [
    `curl -fsSL ${url}/agent/${program} -o ${program}`,
    ...check,
    `node ${program} run --server ${url} --code ${code}`,
  ].join(' && ');
}
