// Equal lines in a row become one with a count.
import { times } from '../marker.ts';

/** Folds runs of at least `least` equal lines: `line (×4)`. */
export function foldRepeats(lines: readonly string[], least = 3): string[] {
  const folded: string[] = [];
  let i = 0;
  while (i < lines.length) {
    const line = lines[i] as string;
    let end = i + 1;
    while (end < lines.length && lines[end] === line) end++;
    const count = end - i;
    if (count >= least && line !== '' && line.length * (count - 1) > 6) folded.push(`${line} (${times(count)})`);
    else for (let n = i; n < end; n++) folded.push(line);
    i = end;
  }
  return folded;
}
