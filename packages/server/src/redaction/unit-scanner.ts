/**
 * Hides what a service is given where its unit is shown (`systemctl cat`, or the file itself): the values of its
 * environment and its credentials, whatever they look like. Their names stay.
 */
import type { HeldBytes } from './held-bytes.ts';
import { createLineScanner } from './line-scanner.ts';
import type { Report } from './matcher.ts';
import type { Scanner } from './scanner.ts';

const HIDDEN = 'hidden: environment';
const SECTIONS = ['[Service]', '[Socket]', '[Mount]', '[Swap]'];
/** Of several on a line, all but the first name are hidden with what they are. */
const GIVEN = /^[ \t]*(?:Environment[ \t]*=[ \t]*(?:["']?\w+=)?|SetCredential(?:Encrypted)?[ \t]*=[ \t]*(?:[^:]*:)?)/;
/** What a section consists of besides. */
const WITHIN = /^[ \t]*(?:$|[#;]|[A-Za-z]\w*[ \t]*=)/;

export function createUnitScanner(held: HeldBytes, report: Report): Scanner {
  let inSection = false;
  /** The line before ends with a backslash: what comes belongs to it, and is hidden as it was. */
  let goesOn = false;
  let hides = false;

  const look = (line: string, at: number): void => {
    const isComment = /^[ \t]*[#;]/.test(line);
    // A comment may stand between the lines of one value.
    if (goesOn && isComment) return;
    const begins = !goesOn;
    if (begins) {
      inSection = SECTIONS.includes(line.trim()) || (inSection && WITHIN.test(line));
      hides = inSection && GIVEN.test(line);
    }
    goesOn = inSection && !isComment && line.endsWith('\\');
    if (!hides) return;
    const from = begins ? GIVEN.exec(line)![0].length : /^[ \t]*/.exec(line)![0].length;
    const value = line.slice(from).replace(/\\$/, '').trimEnd();
    if (value !== '') report(at + from, at + from + value.length, HIDDEN);
  };

  return createLineScanner(held, report, {
    hints: SECTIONS,
    name: HIDDEN,
    isHiding: () => inSection,
    look,
    mayBegin: (line) => SECTIONS.some((section) => section.startsWith(line.trim()) || line.trim() === section),
  });
}
