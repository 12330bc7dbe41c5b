/** Searches for private data by its shape. Where nothing in a text hints at one, it is looked at once and let go. */
import type { HeldBytes } from './held-bytes.ts';
import type { Report } from './matcher.ts';
import type { Scanner } from './scanner.ts';
import { HINT, KEY_BEGINS, KEY_SPAN, OPEN, OPEN_SPAN, SHAPES } from './shapes.ts';

/** How such a piece is called where it stood. */
export const hiddenName = (kind: string): string => `hidden: ${kind}`;

/** What has passed and is still looked at: the name in front of a value, the beginning of a prefix or a line. */
const LOOK_BACK = 128;

export function createShapeScanner(held: HeldBytes, report: Report): Scanner {
  /** Where one begins that is not whole yet; null: nowhere. */
  let pending: number | null = null;
  let before = '';

  const look = (from: number, over: boolean): void => {
    const text = before + held.bytes.toString('latin1', from);
    const base = held.base + from - before.length;
    const open = over ? text.length : openStart(text);
    if (HINT.test(text)) {
      for (const { start, end, name } of found(text)) if (over || start < open) report(base + start, base + end, name);
    }
    const next = Math.max(open, held.base - base);
    before = text.slice(Math.max(0, next - LOOK_BACK), next);
    pending = next < text.length ? base + next : null;
  };

  return {
    settle: () => {},
    scan: (from) => look(pending === null ? from : pending - held.base, false),
    partialStart: () => pending ?? held.base + held.bytes.length,
    end: () => {
      if (pending !== null) look(pending - held.base, true);
    },
  };
}

function* found(text: string): Generator<{ start: number; end: number; name: string }> {
  for (const { kind, form, except } of SHAPES) {
    for (const match of text.matchAll(form)) {
      const value = match[1] ?? match[0];
      const start = match.index + (match[1] === undefined ? 0 : match[0].lastIndexOf(value));
      if (except?.test(value) !== true) yield { start, end: start + value.length, name: hiddenName(kind) };
    }
  }
}

/** Where the end of the text has to be held back from; its length: nowhere. */
function openStart(text: string): number {
  const key = text.lastIndexOf(KEY_BEGINS);
  if (key >= 0 && text.length - key < KEY_SPAN && isOpenKey(text.slice(key))) return key;
  const tail = Math.max(0, text.length - OPEN_SPAN);
  const at = text.slice(tail).search(OPEN);
  return at < 0 ? text.length : tail + at;
}

/** Nothing but what a key may hold follows, up to the end. */
function isOpenKey(text: string): boolean {
  return (
    /^-----BEGIN [A-Z0-9 ]{0,60}-{0,5}(?:[A-Za-z0-9+/=:,\s-]|\\[nr]?)*$/.test(text) &&
    !/-----END [A-Z0-9 ]+-----/.test(text)
  );
}
