/**
 * Searches for what opens Synapse itself (sessions, tokens, codes), of any user. No list of them is needed:
 * each has a form of its own and a part that follows from the rest, so other random text is not taken for one.
 */
import { isOurPayload, SESSION_TOKEN_HEADER } from '../credentials/session-token.ts';
import { isWellFormedToken, PREFIXES, TOKEN_REST } from '../credentials/token-format.ts';
import { CODE_FORMS, CODE_LETTERS, type CodeForm, codeLength, isCode } from '../credentials/typed-code.ts';
import type { HeldBytes } from './held-bytes.ts';
import type { Report } from './matcher.ts';
import type { Scanner } from './scanner.ts';

/** Shown in double braces, where one stood. */
export const CREDENTIAL = 'hidden: synapse credential';
/** None is longer. */
const CREDENTIAL_SPAN = 2048;

const LONGEST_PAYLOAD = 1024;
const SIGNATURE = 43;
/** What has passed and is still looked at: the beginning of a code, or of a prefix, may have been let out. */
const LOOK_BACK = 24;
/** A prefix of which so much has come is held back. */
const PREFIX_HELD = 3;

/** Where one begins that is not whole yet, and how much of it has to be there for the next look. */
interface Pending {
  readonly start: number;
  readonly needs: number;
}

/** The end of the one that begins at `start`; 0: there is none; `needs`: too little is there to tell. */
type Verdict = number | { readonly needs: number };
interface Form {
  readonly prefix: string;
  readonly endOf: (text: string, start: number) => Verdict;
}

const tokenForm = (kind: keyof typeof PREFIXES): Form => {
  const length = PREFIXES[kind].length + TOKEN_REST;
  return {
    prefix: PREFIXES[kind],
    endOf: (text, start) => {
      if (text.length - start < length) return runEnd(text, start, length) < text.length ? 0 : { needs: length };
      return isWellFormedToken(kind, text.slice(start, start + length)) ? start + length : 0;
    },
  };
};

const sessionForm: Form = {
  prefix: SESSION_TOKEN_HEADER,
  endOf: (text, start) => {
    const from = start + SESSION_TOKEN_HEADER.length;
    const dot = runEnd(text, from, LONGEST_PAYLOAD);
    if (dot === text.length) return { needs: CREDENTIAL_SPAN };
    if (text[dot] !== '.' || !isOurPayload(text.slice(from, dot))) return 0;
    const end = dot + 1 + SIGNATURE;
    const reached = runEnd(text, dot + 1, SIGNATURE);
    if (reached === end) return end;
    return reached === text.length ? { needs: end - start } : 0;
  },
};

const FORMS: readonly Form[] = [tokenForm('ai'), tokenForm('journal'), tokenForm('oauth'), sessionForm];

export function createCredentialScanner(held: HeldBytes, report: Report): Scanner {
  let pending: Pending | null = null;
  /** Where to look on from, and what stands before it. */
  let resume = 0;
  let before = '';

  const look = (from: number, over: boolean): void => {
    const text = before + held.bytes.toString('latin1', from);
    const base = held.base + from - before.length;
    const found = (start: number, end: number): void => report(base + start, base + end, CREDENTIAL);
    const open = search(text, over, found);
    // Its first bytes may have been let out before it could be told from other text.
    const next = Math.max(open?.start ?? text.length, held.base - base);
    before = text.slice(Math.max(0, next - LOOK_BACK), next);
    resume = base + next;
    pending = open === null ? null : { start: base + open.start, needs: open.needs };
  };

  return {
    settle: () => {},
    scan: (from) => {
      if (pending === null) return look(from, false);
      const there = held.base + held.bytes.length - pending.start;
      if (there < pending.needs && isWord(held.bytes, from)) return;
      look(resume - held.base, false);
    },
    partialStart: () => (pending === null ? held.base + held.bytes.length : resume),
    holdsLittle: () => pending === null,
    end: () => {
      if (pending !== null) look(resume - held.base, true);
    },
  };
}

/** The first that is not whole, unless the text is `over`. */
function search(text: string, over: boolean, found: (start: number, end: number) => void): Pending | null {
  let pending: Pending | null = null;
  const wait = (start: number, needs: number): void => {
    if (!over && (pending === null || start < pending.start)) pending = { start, needs };
  };
  for (const { prefix, endOf } of FORMS) {
    for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + prefix.length)) {
      const end = endOf(text, at);
      if (typeof end === 'object') wait(at, end.needs);
      else if (end > 0) found(at, end);
    }
    for (let length = prefix.length - 1; length >= PREFIX_HELD; length--) {
      if (text.endsWith(prefix.slice(0, length))) wait(text.length - length, prefix.length);
    }
  }
  for (let at = text.indexOf('-'); at >= 0; at = text.indexOf('-', at + 1)) {
    for (const form of CODE_FORMS) {
      const start = at - form.letters;
      const end = start < 0 || isLetter(text.charCodeAt(start - 1)) ? 0 : endOfCode(text, start, form, over);
      if (typeof end === 'object') wait(start, end.needs);
      else if (end > 0) found(start, end);
    }
  }
  return pending;
}

function endOfCode(text: string, start: number, form: CodeForm, over: boolean): Verdict {
  const length = codeLength(form);
  for (let index = 0; index < length; index++) {
    const sign = text[start + index];
    if (sign === undefined) return over ? 0 : { needs: length + 1 };
    const hyphen = index % (form.letters + 1) === form.letters;
    if (hyphen ? sign !== '-' : !CODE_LETTERS.includes(sign)) return 0;
  }
  const end = start + length;
  if (end === text.length && !over) return { needs: length + 1 };
  return !isLetter(text.charCodeAt(end)) && isCode(text.slice(start, end), form) ? end : 0;
}

/** Letters, digits, `-` and `_`. */
const WORD = Uint8Array.from({ length: 256 }, (_, byte) => (/[\w-]/.test(String.fromCharCode(byte)) ? 1 : 0));
/** NaN, beyond the ends of the text, is none. A hyphen would make the code part of something longer. */
const isLetter = (code: number): boolean => WORD[code] === 1 && code !== 0x5f;

/** Where a run of such characters ends, looking at no more than `most` of them. */
function runEnd(text: string, from: number, most: number): number {
  const until = Math.min(text.length, from + most);
  let at = from;
  while (at < until && WORD[text.charCodeAt(at)] === 1) at++;
  return at;
}

function isWord(bytes: Buffer, from: number): boolean {
  for (let at = from; at < bytes.length; at++) if (WORD[bytes[at]!] === 0) return false;
  return true;
}
