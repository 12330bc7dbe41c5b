/** JSON that can be read in one way only: valid UTF-8, no key twice in an object, a bounded depth. */
import { isUtf8 } from 'node:buffer';

import { jsonExcess } from '../json-bounds.ts';

export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: 'unreadable' | 'ambiguous' | 'too_deep' | 'too_many' };

export function parseStrictJson(body: Uint8Array): StrictJson {
  if (!isUtf8(body)) return { ok: false, reason: 'unreadable' };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const excess = jsonExcess(bytes);
  if (excess !== null) return { ok: false, reason: excess };
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
  const keys = countKeys(value);
  // Of a repeated key the parser keeps the last, so the text then has more keys than the value.
  return keys === countMembers(text) ? { ok: true, value } : { ok: false, reason: 'ambiguous' };
}

/** The number of keys in all objects. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const inner of value) keys += countKeys(inner);
  } else {
    for (const inner of Object.values(value)) keys += 1 + countKeys(inner);
  }
  return keys;
}

/** The number of colons outside strings, in text that is known to be valid JSON. */
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
