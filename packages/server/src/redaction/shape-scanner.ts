/** Searches for private data by its shape. A text without any hint of one is scanned once and passed on. */
import type { HeldBytes } from './held-bytes.ts';
import type { Report } from './matcher.ts';
import type { Scanner } from './scanner.ts';
import { assignedSecrets, HINT, KEY_BEGINS, KEY_SPAN, SHAPES, WORD_SPAN } from './shapes.ts';

/** How such a piece is called where it stood. */
const hiddenName = (kind: string): string => `hidden: ${kind}`;

/** What has passed and is still looked at: the name in front of a value, the beginning of a prefix or a line. */
const LOOK_BACK = 128;

export function createShapeScanner(held: HeldBytes, report: Report): Scanner {
  /** Where one begins that is not whole yet; null: nowhere. */
  let pending: number | null = null;
  let before = '';

  const look = (from: number, over: boolean): void => {
    const text = before + held.bytes.toString('latin1', from);
    const base = held.base + from - before.length;
    const assigned = text.includes('=') ? assignedSecrets(text) : { found: [], open: text.length };
    const hints = HINT.test(text);
    const open = over ? text.length : Math.min(assigned.open, hints ? openStart(text) : text.length);
    const hide = (start: number, end: number, kind: string): void => {
      if (over || start < open) report(base + start, base + end, hiddenName(kind));
    };
    if (hints) for (const { start, end, kind } of found(text)) hide(start, end, kind);
    for (const { start, end } of assigned.found) hide(start, end, 'password');
    const next = Math.max(open, held.base - base);
    before = text.slice(Math.max(0, next - LOOK_BACK), next);
    pending = next < text.length ? base + next : null;
  };

  return {
    settle: () => {},
    scan: (from) => look(pending === null ? from : pending - held.base, false),
    partialStart: () => pending ?? held.base + held.bytes.length,
    holdsLittle: () => pending === null,
    end: () => {
      if (pending !== null) look(pending - held.base, true);
    },
  };
}

function* found(text: string): Generator<{ start: number; end: number; kind: string }> {
  for (const { kind, form, except } of SHAPES) {
    for (const match of text.matchAll(form)) {
      const value = match[1] ?? match[0];
      const start = match.index + (match[1] === undefined ? 0 : match[0].lastIndexOf(value));
      if (except?.test(value) !== true) yield { start, end: start + value.length, kind };
    }
  }
}

/** Where the end of the text has to be held back from; its length: nowhere. */
function openStart(text: string): number {
  const key = text.lastIndexOf(KEY_BEGINS);
  if (key >= 0 && text.length - key < KEY_SPAN && isOpenKey(text.slice(key + KEY_BEGINS.length))) return key;
  let word = text.length;
  while (word > 0 && text.length - word < WORD_SPAN && !/[\s"'`]/.test(text[word - 1]!)) word -= 1;
  return HINT.test(text.slice(word)) ? word : text.length;
}

/** Nothing but what a key may hold follows, up to the end. */
const isOpenKey = (text: string): boolean =>
  !/[^\w+/=:,.\s\\-]/.test(text) && !/-----END [A-Z0-9 ]{1,60}-----/.test(text);
