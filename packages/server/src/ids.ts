/** Ids that sort by age: 48 bits of time, then 80 random bits, in lower-case base 32. */
import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

export function newId(now: number = Date.now()): string {
  let time = '';
  for (let rest = now, digit = 0; digit < 10; digit++, rest = Math.floor(rest / 32)) {
    time = ALPHABET[rest % 32] + time;
  }
  return time + Array.from(randomBytes(16), (byte) => ALPHABET[byte % 32]).join('');
}
