/**
 * Hides the notes of a release in what `helm` tells of it: the author of its chart wrote them, and often with the passwords
 * that were made for it. Facts about the release itself stay.
 */
import type { HeldBytes } from './held-bytes.ts';
import { createLineScanner } from './line-scanner.ts';
import type { Report } from './matcher.ts';
import type { Scanner } from './scanner.ts';

const HIDDEN = 'hidden: notes';
const NAME = 'NAME: ';
const DEPLOYED = 'LAST DEPLOYED: ';
const NOTES = /^NOTES:/;

export function createNotesScanner(held: HeldBytes, report: Report): Scanner {
  /** Which lines come: of nothing that is known, of a release, of its notes. */
  let within: 'other' | 'release' | 'notes' = 'other';
  /** The line before is the first about a release. */
  let named = false;

  const look = (line: string, at: number): void => {
    // Another release: its notes are the last part of one.
    if (named && line.startsWith(DEPLOYED)) within = 'release';
    named = line.startsWith(NAME);
    if (within === 'release' && NOTES.test(line)) {
      within = 'notes';
      hide(line, at, 'NOTES:'.length);
    } else if (within === 'notes') hide(line, at, 0);
  };

  const hide = (line: string, at: number, from: number): void => {
    if (line.slice(from).trim() !== '') report(at + from, at + line.length, HIDDEN);
  };

  return createLineScanner(held, report, {
    hints: [NAME],
    name: HIDDEN,
    isHiding: () => within !== 'other' || named,
    look,
    mayBegin: (line) => NAME.startsWith(line) || line.startsWith(NAME),
  });
}
