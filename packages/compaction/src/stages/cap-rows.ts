// Hundreds of rows of one kind: keeps the first and the last, and every row that stands out; counts the rest.
import { FAILURE_WORDS, type FilterInput, head } from '../filter.ts';

/** Up to here every row is shown. */
const MOST_ROWS = 200;
const FIRST = 80;
const LAST = 40;
/** A word that at most one row in this many has makes its row stand out. */
const RARE = 50;
const MOST_RARE = 60;

const WORD = /[A-Za-z_][A-Za-z_-]{2,}/g;

/** `lines[0]` is the heading. */
export function capRows(lines: readonly string[], cut: FilterInput['cut']): string[] {
  const rows = lines.length - 1;
  if (rows <= MOST_ROWS) return [...lines];
  const counts = new Map<string, number>();
  for (let i = 1; i <= rows; i++) {
    for (const word of new Set(head(lines[i] as string).match(WORD))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  // words that occur in one row each are names, not states
  const isState = (word: string) => {
    const count = counts.get(word) ?? 0;
    return count > 1 && count <= rows / RARE;
  };
  const once = [...counts.values()].filter((count) => count === 1).length;
  const result: string[] = [lines[0] as string];
  let rare = 0;
  let gap = 0;
  let left = 0;
  for (let i = 1; i <= rows; i++) {
    const line = lines[i] as string;
    const start = head(line);
    const outer = i <= FIRST || i > rows - LAST;
    const stands =
      !outer &&
      rare < MOST_RARE &&
      (FAILURE_WORDS.test(start) ||
        (start.match(WORD)?.some((word) => isState(word) || (once <= MOST_RARE && counts.get(word) === 1)) ?? false));
    if (!outer && !stands) {
      gap++;
      left++;
      continue;
    }
    if (stands) rare++;
    if (gap > 0) result.push(`… ${gap} rows`);
    gap = 0;
    result.push(line);
  }
  return [...result, cut(left, `of ${rows} rows`)];
}
