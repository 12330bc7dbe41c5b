// Any output, when no other shape fits: padding between columns shrinks, and what many lines in a row begin with is said
// once.
import { type FilterInput, head, type Shape } from '../filter.ts';
import { foldRepeats } from '../stages/fold-repeats.ts';

const FEWEST_LINES = 6;
const FEWEST_CHARS = 500;
const SHORTEST_START = 8;
const LONGEST_START = 200;
const LEAST_SAVED = 0.1;
const SAMPLE = 200;
/** Carets and rules point at columns: moving what is above them would make them wrong. */
const POINTS_UP = /^[\s|│:]*(?:[\^~]+|-+\^|\^-+|[╰`]-+)(?:\s|$)/;

/** Two blanks still show where a column begins. Lines near a caret stay as they are. */
export function shrinkPadding(lines: readonly string[]): string[] {
  return lines.map((line, i) => {
    const start = head(line);
    if (start.length < line.length || !/\S(?: {3}|\t)/.test(start)) return line;
    for (let next = i; next <= i + 2 && next < lines.length; next++) {
      if (POINTS_UP.test(head(lines[next] as string))) return line;
    }
    return line.replace(/(\S)(?: {3,}|[ \t]*\t[ \t]*)(?=\S)/g, '$1  ');
  });
}

/** The common beginning of two lines, up to the end of a word or a folder. */
function sharedStart(one: string, other: string, most: number): number {
  let end = 0;
  const last = Math.min(one.length, other.length, most);
  while (end < last && one.charCodeAt(end) === other.charCodeAt(end)) end++;
  while (end > 0 && one[end - 1] !== ' ' && one[end - 1] !== '\t') end--;
  return end;
}

/** Runs of lines with a long beginning in common: the beginning once, the rest of each line below. */
export function sayStartsOnce(lines: readonly string[]): string[] {
  const result: string[] = [];
  let i = 0;
  while (i < lines.length) {
    const first = lines[i] as string;
    let end = i + 1;
    let length = LONGEST_START;
    while (end < lines.length) {
      const shared = sharedStart(first, lines[end] as string, length);
      if (shared < SHORTEST_START) break;
      length = shared;
      end++;
    }
    // a short run, or one that shares only blanks; no line of it is looked at twice
    if (end - i < FEWEST_LINES || first.slice(0, length).trim().length < SHORTEST_START) {
      const next = end - i < FEWEST_LINES ? i + 1 : end;
      for (; i < next; i++) result.push(lines[i] as string);
      continue;
    }
    result.push(`${first.slice(0, length)}…`);
    for (; i < end; i++) result.push(` ${(lines[i] as string).slice(length)}`);
  }
  return result;
}

export const charsOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

export const layOut = (lines: readonly string[]): string[] => sayStartsOnce(shrinkPadding(foldRepeats(lines)));

export const paddingShape: Shape = {
  name: 'padding',
  apply: ({ lines, tick }: FilterInput) => {
    if (lines.length < FEWEST_LINES || charsOf(lines.slice(0, SAMPLE)) < FEWEST_CHARS) return null;
    // the beginning and the middle of a long text show whether the rest is worth it
    const middle = Math.floor(lines.length / 2);
    const sample = [...lines.slice(0, SAMPLE), ...lines.slice(middle, middle + SAMPLE)];
    if (lines.length > 4 * SAMPLE && charsOf(layOut(sample)) > charsOf(sample) * (1 - LEAST_SAVED)) return null;
    tick();
    const result = layOut(lines);
    return charsOf(result) > charsOf(lines) * (1 - LEAST_SAVED) ? null : result;
  },
};
