/** JSON that can be read in one way only: valid UTF-8, no key twice in an object, a bounded depth. */
import { isUtf8 } from 'node:buffer';

export const MAX_DEPTH = 64;

export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: 'unreadable' | 'ambiguous' | 'too_deep'; readonly value?: unknown };

export function parseStrictJson(body: Uint8Array): StrictJson {
  if (!isUtf8(body)) return { ok: false, reason: 'unreadable' };
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
  const keys = countKeys(value, 1);
  if (keys === Number.POSITIVE_INFINITY) return { ok: false, reason: 'too_deep', value };
  // Of a key that stands twice the parser keeps the last: the text then has more of them than the value.
  return keys === countMembers(text) ? { ok: true, value } : { ok: false, reason: 'ambiguous', value };
}

/** The keys of all objects; infinitely many where they are nested too deep. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const inner of value) keys += countKeys(inner, depth + 1);
  } else {
    for (const inner of Object.values(value)) keys += 1 + countKeys(inner, depth + 1);
  }
  return keys;
}

/** The colons outside of strings, in text that is known to be valid JSON. */
function countMembers(text: string): number {
  let members = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x3a) members++;
  }
  return members;
}

/** The index of the quote that closes the string opened at `start`: the first without an odd number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let end = start; ; ) {
    end = text.indexOf('"', end + 1);
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}
