// Blanks that only align columns: as few as still show where a cell ends.
import { head } from '../filter.ts';

/** Carets and rules point at columns: moving what is above them would make them wrong. */
const POINTS_UP = /^[\s|│:]*(?:[\^~]+|-+\^|\^-+|[╰`]-+)(?:\s|$)/;
const PADDED = /\S(?: {2}|\t)/;
/** A blank between two words of one cell. */
const BLANK_IN_CELL = /\S \S/;
/** So many rows in a row without a blank in any cell are columns of single words. */
const FEWEST_ROWS = 3;

export const pointsUp = (line: string): boolean => POINTS_UP.test(head(line));

/** Two blanks still show where a column begins, and one where no cell has blanks. Lines near a caret stay as they are. */
export function shrinkPadding(lines: readonly string[]): string[] {
  const bare = bareRows(lines);
  return lines.map((line, i) => {
    const start = head(line);
    if (start.length < line.length || !PADDED.test(start)) return line;
    for (let next = i; next <= i + 2 && next < lines.length; next++) if (pointsUp(lines[next] as string)) return line;
    return bare[i] ? line.replace(/(\S) {2,}(?=\S)/g, '$1 ') : shrink(line);
  });
}

/** After the sign of a pair, and before it, one blank is enough. */
function shrink(line: string): string {
  return line
    .replace(/([^\s|│])(?:\t+(?=[^\s])|( {3,}|[ \t]*\t[ \t]*)(?=\S))/g, (_, sign: string, wide?: string) =>
      wide === undefined ? `${sign}\t` : `${sign}  `,
    )
    .replace(/^(\s*[\w.()/@ -]{1,60}?) {2}(?=[:=] )/, '$1 ')
    .replace(/^(\s*[^\s:=][^:=]{0,60}[:=])(?: {2}|\t)(?=\S)/, '$1 ');
}

function bareRows(lines: readonly string[]): Uint8Array {
  const bare = new Uint8Array(lines.length);
  for (let start = 0; start < lines.length; ) {
    let end = start;
    let rows = 0;
    while (end < lines.length && (isBare(lines[end] as string) || isGap(lines[end] as string)))
      if (!isGap(lines[end++] as string)) rows++;
    if (rows >= FEWEST_ROWS) bare.fill(1, start, end);
    start = Math.max(end, start + 1);
  }
  return bare;
}

/** What was left out between two rows. */
const isGap = (line: string): boolean => line.startsWith('… ');

function isBare(line: string): boolean {
  const start = head(line);
  return start.length === line.length && PADDED.test(start) && !BLANK_IN_CELL.test(start) && !start.includes('\t');
}

/** Nothing but a pointer. */
const POINTER = /^( *)(\^[\^~]*)$/;
const FAR = 12;
/** A shorter line is repeated rather than referred to. */
const SHORTEST_QUOTED = 20;

/**
 * `^ column 44`: what a pointer says, without the blanks before it. The columns are those of the line above, from 1. A
 * line that was quoted for the pointer before is not quoted again.
 */
export function namePointers(lines: readonly string[]): string[] {
  const result: string[] = [];
  let quoted = '';
  for (const line of lines) {
    const found = line.length <= 1_000 ? POINTER.exec(line) : null;
    if (found === null) {
      result.push(line);
      continue;
    }
    const above = result.at(-1) ?? '';
    const same = above === quoted && above.length >= SHORTEST_QUOTED;
    quoted = above;
    const [blanks, signs] = [(found[1] as string).length, (found[2] as string).length];
    const columns = signs === 1 ? `^ column ${blanks + 1}` : `^ columns ${blanks + 1}-${blanks + signs}`;
    if (same) result[result.length - 1] = `${columns} of the same line`;
    else result.push(blanks < FAR ? line : columns);
  }
  return result;
}
