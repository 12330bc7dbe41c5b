// For outputs with more lines than can be held one by one: equal lines in a row become one, without splitting the text.
import { times } from '../marker.ts';

/** Beyond this many lines an output is not split: each line takes more memory than the characters of a short one. */
export const MOST_LINES = 500_000;

export function hasManyLines(text: string): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) if (++lines > MOST_LINES) return true;
  return false;
}

/** The folded lines, or null when even those are too many. */
export function foldMany(text: string, most = MOST_LINES): string[] | null {
  const folded: string[] = [];
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end);
    const whole = `${line}\n`;
    let next = end + 1;
    let count = 1;
    for (; text.startsWith(whole, next); next += whole.length) count++;
    if (line !== '') folded.push(count === 1 ? line : `${line} (${times(count)})`);
    // One empty line is enough to show that there were some.
    else if (folded.length > 0 && next <= text.length) folded.push('');
    if (folded.length > most) return null;
    start = next;
  }
  return folded;
}
