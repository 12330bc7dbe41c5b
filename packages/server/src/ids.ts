/** Ids that sort by age: 48 bits of time, then 80 random bits, in lower-case base 32. */
import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_DIGITS = 16;

/** Random bytes are fetched for many ids at once: calling the generator costs more than the bytes. */
const pool = new Uint8Array(256 * RANDOM_DIGITS);
let used = pool.length;
let lastTime = -1;
let lastPrefix = '';

export function newId(now: number = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let id = timePrefix(now);
  for (const end = used + RANDOM_DIGITS; used < end; used++) id += ALPHABET[pool[used]! % 32];
  return id;
}

function timePrefix(now: number): string {
  if (now === lastTime) return lastPrefix;
  let time = '';
  for (let rest = now, digit = 0; digit < 10; digit++, rest = Math.floor(rest / 32)) {
    time = ALPHABET[rest % 32] + time;
  }
  [lastTime, lastPrefix] = [now, time];
  return time;
}
