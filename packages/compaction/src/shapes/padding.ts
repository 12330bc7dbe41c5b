// Any output, when no other shape fits: padding between columns shrinks, and what many lines in a row begin with is said
// once.
import { FAILURE_WORDS, type FilterInput, head, type Shape } from '../filter.ts';
import { foldRepeats } from '../stages/fold-repeats.ts';
import { withoutBoxes } from './box-table.ts';
import { joinNames } from './join-names.ts';
import { joinSteps } from './join-steps.ts';
import { rewriteJson } from './json-in-text.ts';
import { cutProse } from './prose-tails.ts';
import { sayBlocksOnce } from './say-blocks-once.ts';
import { sayFoldersOnce } from './say-folders-once.ts';
import { shortenIndents, shortenRulers } from './shorten-rulers.ts';
import { namePointers, pointsUp, shrinkPadding } from './shrink-padding.ts';

const FEWEST_LINES = 6;
const FEWEST_CHARS = 1_500;
/** On average. Shorter lines have neither padding nor a beginning. */
const SHORTEST_LINE = 6;
const SHORTEST_START = 14;
/** A beginning of words is a label that its line is found by, unless it is long. */
const SHORTEST_WORDS = 28;
const WORD = /[A-Za-z]{4}/;
/** What a beginning that is said once must save. */
const FEWEST_STARTS = 3;
const LEAST_GAIN = 40;
const FOLLOWS = '… ';
const PROBLEM = /warn|caution|notice/i;
const LONGEST_START = 200;
const LONG_LINE = 50;
const BEGINNING = 20;
const LEAST_SAVED = 0.05;
const SAMPLE = 200;
/** In a longer text, blocks and folders are not compared. */
const MOST_COMPARED = 20_000;

/** The common beginning of two lines, up to the end of a word or a folder. */
function sharedStart(one: string, other: string, most: number): number {
  const least = one.slice(0, SHORTEST_START);
  if (!other.startsWith(least) || least.trim() === '') return 0;
  let end = SHORTEST_START;
  const last = Math.min(one.length, other.length, most);
  while (end < last && one.charCodeAt(end) === other.charCodeAt(end)) end++;
  while (end > 0 && !isBorder(one, end)) end--;
  return end;
}

/** After a blank or an open bracket, or before the name in a folder. */
function isBorder(line: string, at: number): boolean {
  const sign = line[at - 1];
  return sign === ' ' || sign === '\t' || sign === '{' || (sign === '/' && /[A-Za-z_]/.test(line[at] ?? ''));
}

function paysOnce(start: string, lines: number): boolean {
  if (lines < (start.endsWith('{') ? FEWEST_LINES : FEWEST_STARTS)) return false;
  if (start.endsWith(' ') && start.length < SHORTEST_WORDS && WORD.test(start)) return false;
  return (lines - 2) * (start.length - FOLLOWS.length) >= LEAST_GAIN;
}

const namesProblem = (line: string): boolean => FAILURE_WORDS.test(head(line)) || PROBLEM.test(head(line));

/** Runs of lines with a long beginning in common: the first and the last line whole, of the others what follows. */
export function sayStartsOnce(lines: readonly string[]): string[] {
  const result: string[] = [];
  let i = 0;
  while (i < lines.length) {
    const first = lines[i] as string;
    let end = i + 1;
    let length = LONGEST_START;
    // what names a problem stays in one piece
    while (end < lines.length && !namesProblem(lines[end] as string)) {
      const shared = sharedStart(first, lines[end] as string, length);
      if (shared < SHORTEST_START) break;
      length = shared;
      end++;
    }
    // a short run, or one that shares only blanks; no line of it is looked at twice
    const pays = paysOnce(first.slice(0, length), end - i);
    if (!pays || namesProblem(first) || first.slice(0, length).trim().length < SHORTEST_START) {
      const next = !pays || namesProblem(first) ? i + 1 : end;
      for (; i < next; i++) result.push(lines[i] as string);
      continue;
    }
    // the first and the last stay whole, so that they can be searched for
    result.push(first);
    for (i++; i < end - 1; i++) result.push(`${FOLLOWS}${(lines[i] as string).slice(length)}`);
    result.push(lines[i++] as string);
  }
  return result;
}

export const charsOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** A long line that stood before, further up: its beginning says which. */
function referBack(lines: readonly string[]): string[] {
  const seen = new Set<string>();
  return lines.map((line) => {
    if (line.length < LONG_LINE || line.startsWith(FOLLOWS)) return line;
    const text = line.trim();
    if (!seen.has(text)) {
      seen.add(text);
      return line;
    }
    return FAILURE_WORDS.test(head(line))
      ? line
      : `${line.slice(0, line.length - text.length + BEGINNING)}… (as above)`;
  });
}

export function layOut(lines: readonly string[]): string[] {
  const few = lines.length <= MOST_COMPARED;
  const once = few ? sayBlocksOnce(foldRepeats(rewriteJson(lines))) : foldRepeats(lines);
  const shrunk = shrinkPadding(once);
  // what a caret points at must not move
  const pointing = lines.some(pointsUp);
  // what is short by now is not referred to: its value is worth more than the words for that
  const plain = referBack(pointing ? namePointers(shrunk) : shortenIndents(shortenRulers(shrunk)));
  return few ? [...sayFoldersOnce(sayStartsOnce(joinNames(joinSteps(plain))))] : sayStartsOnce(plain);
}

export const paddingShape: Shape = {
  name: 'padding',
  apply: ({ lines, tick, cut }: FilterInput) => {
    const size = charsOf(lines);
    if (lines.length < FEWEST_LINES || size < Math.max(FEWEST_CHARS, lines.length * SHORTEST_LINE)) return null;
    // the beginning and the middle of a long text show whether the rest is worth it
    const middle = Math.floor(lines.length / 2);
    const sample = [...lines.slice(0, SAMPLE), ...lines.slice(middle, middle + SAMPLE)];
    if (
      lines.length > 4 * SAMPLE &&
      charsOf(layOut(cutProse(sample, cut) ?? withoutBoxes(sample) ?? sample)) > charsOf(sample) * (1 - LEAST_SAVED)
    )
      return null;
    tick();
    const rows = withoutBoxes(lines) ?? lines;
    const result = layOut(cutProse(rows, cut) ?? rows);
    return charsOf(result) > size * (1 - LEAST_SAVED) ? null : result;
  },
};
