// Progress bars that are printed line by line: of those that follow one thing, the last one says how far it came.
import { head } from '../filter.ts';

/** `[=====>     ]`, `[####....]`, `|███   |`, before or behind an amount. */
const BAR = /[[|](?=[^\]|]{0,120}[=#█▓━>])[=#█▓▒░━>. -]{5,120}[\]|]/;
/** How far it is: percentages, sizes, speeds, times. */
const AMOUNTS = /\d[\d.,:]*\s?(?:%|[kKMGT]?i?B(?:\/s)?|s|m|h)?(?![\w])/g;
const FEWEST = 3;

/** What is followed: the line without its bar and its amounts. */
function subjectOf(line: string): string | null {
  const start = head(line);
  const bar = BAR.exec(start);
  if (bar === null) return null;
  const words = start.slice(0, bar.index) + start.slice(bar.index + bar[0].length);
  return words
    .replace(AMOUNTS, '')
    .replace(/[\s/]+/g, ' ')
    .trim();
}

/** How many lines were dropped, and the others. */
export function dropSuperseded(lines: readonly string[]): {
  readonly lines: readonly string[];
  readonly dropped: number;
} {
  const last = new Map<string, { at: number; count: number }>();
  const subjects = lines.map((line, at) => {
    const subject = subjectOf(line);
    if (subject !== null) last.set(subject, { at, count: (last.get(subject)?.count ?? 0) + 1 });
    return subject;
  });
  const result = lines.filter((_, at) => {
    const subject = subjects[at] as string | null;
    if (subject === null) return true;
    const known = last.get(subject);
    return known === undefined || known.count < FEWEST || known.at === at;
  });
  return { lines: result, dropped: lines.length - result.length };
}
