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
  const fault = findFault(text);
  return fault === null ? { ok: true, value } : { ok: false, reason: fault, value };
}

/** Walks text that is known to be valid JSON; without recursion, so that no nesting can exhaust the stack. */
function findFault(text: string): 'ambiguous' | 'too_deep' | null {
  const open: (Set<string> | null)[] = [];
  let keyExpected = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = endOfString(text, at);
        if (keyExpected) {
          const raw = text.slice(at + 1, end);
          const key = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
          const keys = open[open.length - 1];
          if (keys?.has(key)) return 'ambiguous';
          keys?.add(key);
          keyExpected = false;
        }
        at = end;
        break;
      }
      case 0x7b: // {
        if (open.push(new Set()) > MAX_DEPTH) return 'too_deep';
        keyExpected = true;
        break;
      case 0x5b: // [
        if (open.push(null) > MAX_DEPTH) return 'too_deep';
        keyExpected = false;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        open.pop();
        keyExpected = false;
        break;
      case 0x2c: // ,
        keyExpected = open[open.length - 1] !== null;
        break;
    }
  }
  return null;
}

/** The index of the quote that closes the string opened at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at++;
  }
}
