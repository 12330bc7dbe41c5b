// Long lists whose rows end in a description: the rows stay, the descriptions are cut to their first words.
import { FAILURE_WORDS, type FilterInput, head } from '../filter.ts';

const FEWEST_ROWS = 60;
const FEWEST_WORDS = 4;
const WORDS_KEPT = 2;
const PLAIN = /^\(?[A-Za-z][a-z'-]*\)?[,;.]?$/;

/** Where the run of plain words at the end of a row begins, or -1: the row must name something before it. */
function proseStart(words: readonly string[]): number {
  const dash = words.findIndex((word, i) => i > 0 && (word === '-' || word === '--' || word === '–'));
  if (dash > 0 && words.length - dash > FEWEST_WORDS) return dash + 1;
  let at = words.length;
  while (at > 0 && PLAIN.test(words[at - 1] as string)) at--;
  if (words.length - at < FEWEST_WORDS || at === 0) return -1;
  return words.slice(0, at).some((word) => /\w[\d_./:=-]|[\d_./:=-]\w/.test(word)) ? at : -1;
}

/** Whether so many rows begin with the same word: most texts have none, and are not looked at further. */
function hasLongList(lines: readonly string[]): boolean {
  if (lines.length < FEWEST_ROWS) return false;
  const counts = new Map<string, number>();
  for (const line of lines) {
    const end = line.indexOf(' ');
    if (end < 0) continue;
    const word = line.slice(0, end);
    const count = (counts.get(word) ?? 0) + 1;
    if (count >= FEWEST_ROWS) return true;
    counts.set(word, count);
  }
  return false;
}

/** Null when there are few such rows. */
export function cutProse(lines: readonly string[], cut: FilterInput['cut']): string[] | null {
  if (!hasLongList(lines)) return null;
  const counts = new Map<string, number>();
  const starts = lines.map((line) => {
    if (line.length > 400 || FAILURE_WORDS.test(head(line))) return -1;
    const words = line.split(' ');
    const at = proseStart(words);
    const first = words[0] as string;
    if (at >= 0) counts.set(first, (counts.get(first) ?? 0) + 1);
    return at;
  });
  let left = 0;
  const result = lines.map((line, i) => {
    const at = starts[i] as number;
    if (at < 0) return line;
    const words = line.split(' ');
    if ((counts.get(words[0] as string) ?? 0) < FEWEST_ROWS) return line;
    left++;
    return `${words.slice(0, at + WORDS_KEPT).join(' ')}…`;
  });
  return left === 0 ? null : [...result, cut(left, 'ends of descriptions')];
}
