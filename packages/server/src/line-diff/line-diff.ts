/** What differs between two texts, line by line. Pure, and in a bounded number of steps. */
import { structuredPatch } from 'diff';

export interface DiffLimits {
  /** Lines around each difference. */
  readonly context: number;
  /** Two texts with more lines, added and removed, are not compared to the end. */
  readonly mostEdits: number;
}

/** Steps grow with the lines of both texts and with the edits between them. */
const MOST_LINES = 5_000;
/** Of more lines that are gone, the reader has all but needs only the first. */
const MOST_GONE = 3;

/**
 * The hunks of a unified diff for a reader who has the first text: without names, and of many lines that are gone only
 * the first. Empty for equal texts; null where they differ too much. `alike`: lines that it makes
 * equal do not differ.
 */
export function lineDiff(
  before: string,
  after: string,
  { context, mostEdits }: DiffLimits,
  alike: (text: string) => string = (text) => text,
): string | null {
  if (before === after) return '';
  if (linesOf(before) > MOST_LINES || linesOf(after) > MOST_LINES) return null;
  const patch = structuredPatch('', '', alike(before), alike(after), '', '', { context, maxEditLength: mostEdits });
  if (patch === undefined) return null;
  const [old, now] = [before.split('\n'), after.split('\n')];
  return patch.hunks
    .flatMap(({ oldStart, newStart, lines }) => {
      let [from, to] = [oldStart - 1, newStart - 1];
      const printed: string[] = [];
      let gone = 0;
      for (const line of lines) {
        if (line.startsWith('\\')) continue;
        if (line.startsWith('-')) {
          gone += 1;
          printed.push(`-${old[from++]}`);
          continue;
        }
        shortenGone(printed, gone);
        gone = 0;
        if (!line.startsWith('+')) from += 1;
        printed.push(`${line[0] ?? ' '}${now[to++]}`);
      }
      shortenGone(printed, gone);
      return [`@@ -${oldStart} +${newStart} @@`, ...printed];
    })
    .join('\n');
}

function shortenGone(printed: string[], gone: number): void {
  if (gone <= MOST_GONE) return;
  const first = printed.length - gone;
  printed.splice(first + 1, gone - 1, `-… and the ${gone - 1} lines after it`);
}

function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
