/** Follows an output line by line, for what is hidden by where it stands and not by what it looks like. */
import type { HeldBytes } from './held-bytes.ts';
import type { Report } from './matcher.ts';
import { NEWLINE, type Scanner } from './scanner.ts';

export interface LineRules {
  /** Nothing begins in a text without one of them. */
  readonly hints: readonly string[];
  /** What stands for what is hidden. */
  readonly name: string;
  /** What comes now may be hidden. */
  readonly isHiding: () => boolean;
  /** A whole line, or the beginning of a long one, and where it stands. */
  readonly look: (line: string, at: number) => void;
  /** Whether something may begin with a line of which only this much has come. */
  readonly mayBegin: (begun: string) => boolean;
}

/** Longer lines are looked at in pieces. */
const LINE_SPAN = 8_192;

export function createLineScanner(held: HeldBytes, report: Report, rules: LineRules): Scanner {
  const { hints, name, isHiding, look, mayBegin } = rules;
  /** Where the line begins that has no end yet; null: it is of no interest. */
  let open: number | null = null;
  /** The bytes that come next do not begin a line. */
  let within = false;

  /** Whether the end of the line has to be waited for: it may be hidden, or begin something. */
  const isOfInterest = (bytes: Buffer, at: number): boolean => {
    if (isHiding() || within || at >= bytes.length) return isHiding() && at < bytes.length;
    return mayBegin(bytes.toString('latin1', at, at + 200));
  };

  const scan = (from: number, over: boolean): void => {
    let at = open === null ? from : open - held.base;
    const { bytes, base } = held;
    open = null;
    // Most texts have nothing of it in them.
    if (!isHiding() && !hints.some((hint) => bytes.includes(hint, at))) {
      const last = bytes.lastIndexOf(NEWLINE);
      if (last >= at) [at, within] = [last + 1, false];
    }
    for (;;) {
      const newline = bytes.indexOf(NEWLINE, at);
      if (newline < 0 && !over && !isOfInterest(bytes, at)) {
        within ||= at < bytes.length;
        return;
      }
      const end = newline < 0 ? bytes.length : newline;
      if (newline < 0 && !over && end - at < LINE_SPAN) {
        open = base + at;
        return;
      }
      // The rest of a line that was too long is hidden with its beginning.
      if (within && isHiding()) report(base + at, base + end, name);
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
