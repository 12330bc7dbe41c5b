/**
 * Hides what a diff of Git shows of private files, such as an `.env` that was committed once: all that was in it, not
 * only what has the shape of a secret. Their names and how many lines there were stay.
 */
import { isPrivateFile } from '@synapse/contract';
import type { HeldBytes } from './held-bytes.ts';
import { createLineScanner } from './line-scanner.ts';
import type { Report } from './matcher.ts';
import type { Scanner } from './scanner.ts';

const HIDDEN = 'hidden: private file';
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

  return createLineScanner(held, report, {
    hints: [HEADER_BEGINS],
    name: HIDDEN,
    isHiding: () => hiding,
    look,
    mayBegin,
  });
}

const isPrivatePath = (path: string): boolean => isPrivateFile(path.replaceAll('"', ''));

function mayBegin(line: string): boolean {
  const begun = line.replace(IN_FRONT, '').trimStart();
  return begun.startsWith(HEADER_BEGINS) || HEADER_BEGINS.startsWith(begun) || /^\x1b\[?[\d;]*$/.test(begun);
}
