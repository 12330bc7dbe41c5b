/** Ids that sort by age: 48 bits of time, then 80 random bits, in lower-case base 32. */
import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

export function newId(now: number = Date.now()): string {
  let id = '';
  for (let rest = now; id.length < TIME_DIGITS; rest = Math.floor(rest / 32)) id = ALPHABET[rest % 32] + id;
  for (const byte of randomBytes(RANDOM_DIGITS)) id += ALPHABET[byte % 32];
  return id;
}
