// Several lines in a row that stood further up in the same order: said once, then referred to.
import { FAILURE_WORDS, head } from '../filter.ts';

/** So many lines in a row are a block. */
const FEWEST_LINES = 3;
const FEWEST_CHARS = 60;
const FEWEST_AROUND_FAILURE = 20;
/** A shorter line begins many blocks. */
const SHORTEST_FIRST = 12;
const LONGEST_QUOTE = 32;

const quote = (line: string): string => {
  const text = line.trim();
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
};

/** What names a failure is told every time, unless all around it is the same once more. */
function lengthOfCopy(lines: readonly string[], from: number, at: number): number {
  let length = 0;
  let failure = -1;
  while (at + length < lines.length && from + length < at && lines[from + length] === lines[at + length]) {
    if (failure < 0 && FAILURE_WORDS.test(head(lines[at + length] as string))) failure = length;
    length++;
  }
  if (failure >= 0 && length < FEWEST_AROUND_FAILURE) length = failure;
  while (length > 0 && lines[at + length - 1] === '') length--;
  return length;
}

export function sayBlocksOnce(lines: readonly string[]): string[] {
  /** Where each line stood first. */
  const known = new Map<string, number>();
  const result: string[] = [];
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] as string;
    const from = line.length < SHORTEST_FIRST ? undefined : known.get(line);
    const length = from === undefined ? 0 : lengthOfCopy(lines, from, i);
    const block = length < FEWEST_LINES ? [line] : lines.slice(i, i + length);
    const chars = block.reduce((sum, one) => sum + one.length + 1, 0);
    const note = `… ${length} lines as above, from “${quote(line)}”`;
    if (length >= FEWEST_LINES && chars >= FEWEST_CHARS && note.length < chars * 0.7) result.push(note);
    else for (const one of block) result.push(one);
    for (let at = i; at < i + block.length; at++) {
      const one = lines[at] as string;
      if (one.length >= SHORTEST_FIRST && !known.has(one)) known.set(one, at);
    }
    i += block.length;
  }
  return result;
}
