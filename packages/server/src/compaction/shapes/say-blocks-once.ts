// Several lines in a row that stood further up in the same order: said once, then referred to.
import { FAILURE_WORDS, head } from '../filter.ts';

/** So many lines in a row are a block. */
const WINDOW = 3;
const FEWEST_CHARS = 60;
const LONGEST_QUOTE = 32;

const keyAt = (lines: readonly string[], at: number): string => `${lines[at]}\n${lines[at + 1]}\n${lines[at + 2]}`;
const quote = (line: string): string => {
  const text = line.trim();
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
};

/** What names a failure is told every time. */
function lengthOfCopy(lines: readonly string[], from: number, at: number): number {
  let length = 0;
  while (at + length < lines.length && from + length < at && lines[from + length] === lines[at + length]) {
    if (FAILURE_WORDS.test(head(lines[at + length] as string))) break;
    length++;
  }
  while (length > 0 && lines[at + length - 1] === '') length--;
  return length;
}

export function sayBlocksOnce(lines: readonly string[]): string[] {
  const known = new Map<string, number>();
  const result: string[] = [];
  const remember = (from: number, to: number) => {
    for (let i = from; i < to && i + WINDOW <= lines.length; i++) {
      const key = keyAt(lines, i);
      if (!known.has(key)) known.set(key, i);
    }
  };
  for (let i = 0; i < lines.length; ) {
    const from = i + WINDOW <= lines.length && lines[i] !== '' ? known.get(keyAt(lines, i)) : undefined;
    const length = from === undefined ? 0 : lengthOfCopy(lines, from, i);
    const block = lines.slice(i, i + length);
    const chars = block.reduce((sum, line) => sum + line.length + 1, 0);
    if (length < WINDOW || chars < FEWEST_CHARS) {
      remember(i, i + 1);
      result.push(lines[i++] as string);
      continue;
    }
    const note = `… ${length} lines as above, from “${quote(block[0] as string)}” to “${quote(block.at(-1) as string)}”`;
    if (note.length < chars * 0.7) result.push(note);
    else result.push(...block);
    remember(i, i + length);
    i += length;
  }
  return result;
}
