/**
 * Hides what a diff of Git shows of private files, such as an `.env` that was committed once: all that was in it, not
 * only what has the shape of a secret. Their names and how many lines there were stay.
 */
import { isPrivateName } from '@synapse/runner';
import type { HeldBytes } from './held-bytes.ts';
import type { Report } from './matcher.ts';
import { NEWLINE, type Scanner } from './scanner.ts';

const HIDDEN = 'hidden: private file';
/** Longer lines are looked at in pieces. */
const LINE_SPAN = 8_192;
const COLOURS = /\x1b\[[\d;]*m/g;
/** Colours, and the branches of `git log --graph`. */
const IN_FRONT = /^(?:\x1b\[[\d;]*m|[|*\\/_] ?)*/;
/** The last branch of a graph has nothing but blanks in front. */
const BLANKS = /^ {2,8}(?=diff --)/;
const HEADER = /^diff --(?:git|cc|combined) (.+)$/;
const HEADER_BEGINS = 'diff --';
/** Of the file as a whole: not what it holds. */
const ABOUT_FILE = /^(?:---|\+\+\+) (?:"?[ab]\/|\/dev\/null)/;
/** The next commit, or whatever else comes after a diff. */
const AFTERWARDS = /^(?:commit|tag|tree|stash@|From) /;

export function createDiffScanner(held: HeldBytes, report: Report): Scanner {
  /** The lines that come belong to a private file. */
  let hiding = false;
  /** A line of what it holds, whatever sign it begins with: words that changed may be marked in another way. */
  let inHunk = false;
  /** Where the line begins that has no end yet; null: it is of no interest. */
  let open: number | null = null;
  /** The bytes that come next do not begin a line. */
  let within = false;

  const look = (line: string, at: number): void => {
    const text = line.replace(IN_FRONT, '').replace(BLANKS, '');
    const start = at + line.length - text.length;
    const header = HEADER.exec(text);
    if (header !== null) inHunk = false;
    if (header !== null) hiding = header[1]!.replace(COLOURS, '').split(/\s+/).some(isPrivatePath);
    else if (AFTERWARDS.test(text)) hiding = false;
    if (!hiding || header !== null || ABOUT_FILE.test(text)) return;
    const sign = text.startsWith('@@') ? text.indexOf('@@', 2) + 2 : /^[ +-]*/.exec(text)![0].length;
    if (text.startsWith('@@')) inHunk = true;
    if (inHunk || sign > 1 || /^[ +-]/.test(text)) hide(start, text, sign);
  };

  const hide = (start: number, text: string, from: number): void => {
    if (text.slice(from).trim() !== '') report(start + from, start + text.length, HIDDEN);
  };

  const scan = (from: number, over: boolean): void => {
    let at = open === null ? from : open - held.base;
    const { bytes, base } = held;
    open = null;
    // Most texts have no diff in them.
    if (!hiding && !bytes.includes(HEADER_BEGINS, at)) {
      const last = bytes.lastIndexOf(NEWLINE);
      if (last >= at) [at, within] = [last + 1, false];
    }
    for (;;) {
      const newline = bytes.indexOf(NEWLINE, at);
      if (newline < 0 && !over && !isOfInterest(bytes, at, within, hiding)) {
        within ||= at < bytes.length;
        return;
      }
      const end = newline < 0 ? bytes.length : newline;
      if (newline < 0 && !over && end - at < LINE_SPAN) {
        open = base + at;
        return;
      }
      // The rest of a line that was too long is hidden with its beginning.
      if (within && hiding) report(base + at, base + end, HIDDEN);
      else if (!within) look(bytes.toString('latin1', at, end).replace(/\r$/, ''), base + at);
      within = newline < 0 && end > at;
      if (newline < 0) return;
      at = newline + 1;
    }
  };

  return {
    settle: () => {},
    scan: (from) => scan(from, false),
    partialStart: () => open ?? held.base + held.bytes.length,
    holdsLittle: () => open === null,
    end: () => {
      if (open !== null) scan(open - held.base, true);
    },
  };
}

const isPrivatePath = (path: string): boolean => isPrivateName(path.replaceAll('"', '').split('/').at(-1)!);

/** Whether the end of the line has to be waited for: it may be hidden, or begin a diff. */
function isOfInterest(bytes: Buffer, at: number, within: boolean, hiding: boolean): boolean {
  if (hiding || within || at >= bytes.length) return hiding && at < bytes.length;
  const begun = bytes
    .toString('latin1', at, at + 200)
    .replace(IN_FRONT, '')
    .trimStart();
  return begun.startsWith(HEADER_BEGINS) || HEADER_BEGINS.startsWith(begun) || /^\x1b\[?[\d;]*$/.test(begun);
}
