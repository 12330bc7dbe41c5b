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

/**
 * The hunks of a unified diff, without the two lines of names. Empty for equal texts; null where they differ too much.
 * `alike`: lines that it makes equal do not differ.
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
      const printed = lines.map((line) => {
        if (line.startsWith('-')) return `-${old[from++]}`;
        if (line.startsWith('\\')) return line;
        if (!line.startsWith('+')) from += 1;
        return `${line[0] ?? ' '}${now[to++]}`;
      });
      return [`@@ -${oldStart} +${newStart} @@`, ...printed];
    })
    .join('\n');
}

function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
