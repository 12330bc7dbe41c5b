/**
 * Hides the values of environments in what `kubectl describe` tells of pods, whatever they look like: below a heading,
 * a name in each line, and its value in a column of its own. Where a value is kept in a secret, the name of that stays.
 */
import type { HeldBytes } from './held-bytes.ts';
import { createLineScanner } from './line-scanner.ts';
import type { Report } from './matcher.ts';
import type { Scanner } from './scanner.ts';

const HIDDEN = 'hidden: environment';
const HINT = 'Environment:';
const HEADING = /^ {2,40}Environment: *$/;
/** Columns are two blanks apart, or more: not so in a file written by hand. */
const ENTRY = /^ +[^\s:][^:]*: {2,}/;
const REFERENCE = /^<set to the key '[^']*' (?:in|of) (?:secret|config map) '[^']*'>/;

export function createEnvironmentScanner(held: HeldBytes, report: Report): Scanner {
  /** How far the heading is indented, below which the lines come; null: they are of something else. */
  let indent: number | null = null;
  /** The first line below a heading tells whether it is one. */
  let isFirst = false;

  const look = (line: string, at: number): void => {
    const blanks = /^ */.exec(line)![0].length;
    const entry = ENTRY.exec(line)?.[0];
    if (indent !== null && blanks > indent && (entry !== undefined || !isFirst)) {
      hide(line, at, entry?.length ?? blanks);
      isFirst = false;
      return;
    }
    isFirst = HEADING.test(line);
    indent = isFirst ? blanks : null;
  };

  const hide = (line: string, at: number, from: number): void => {
    const value = line.slice(from).trimEnd();
    if (value !== '' && !REFERENCE.test(value)) report(at + from, at + from + value.length, HIDDEN);
  };

  return createLineScanner(held, report, {
    hints: [HINT],
    name: HIDDEN,
    isHiding: () => indent !== null,
    look,
    mayBegin: (line) => HINT.startsWith(line.trimStart()) || line.trimStart().startsWith(HINT),
  });
}
