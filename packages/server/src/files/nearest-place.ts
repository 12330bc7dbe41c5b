/** Where a text occurs that should occur once: the lines of all places, or the one place that resembles it most. Pure. */
import { because, type Wording } from '@synapse/contract';
import type { Steps } from '../redaction/index.ts';

/** What is looked at: a file may be long, and a line too. */
const MOST_LINES = 20_000;
const LINE_CHARS = 400;
const LINES_COMPARED = 3;
const LINES_NAMED = 10;
const TEXT_CHARS = 120;
/** Less than this of a line is no resemblance. */
const LEAST = 0.5;

/** Lines that are compared between two pauses. */
const STEP = 100;

/** `places`: the offsets at which it occurs. */
export function* whereItOccurs(text: string, old: string, places: readonly number[]): Steps<Wording> {
  if (places.length > 0) {
    const lines = linesAt(text, places.slice(0, LINES_NAMED));
    return because('file_edit_lines', { lines: lines.join(', ') + (places.length > LINES_NAMED ? ', …' : '') });
  }
  const wanted = old.split('\n', MOST_LINES).filter((line) => line.trim() !== '');
  const line = yield* nearest(text.split('\n', MOST_LINES), wanted.slice(0, LINES_COMPARED));
  if (line === null) return because('file_edit_nothing_near');
  return because('file_edit_nearest', { line: line.number, text: line.text.slice(0, TEXT_CHARS) });
}

/** The numbers of the lines in which these places are, from left to right. */
function linesAt(text: string, places: readonly number[]): number[] {
  let line = 1;
  let end = text.indexOf('\n');
  return places.map((place) => {
    for (; end >= 0 && end < place; end = text.indexOf('\n', end + 1)) line++;
    return line;
  });
}

interface Line {
  readonly number: number;
  readonly text: string;
}

/** The line from which on the most of them resemble what is wanted; of these, the first that is not the same. */
function* nearest(lines: readonly string[], wanted: readonly string[]): Steps<Line | null> {
  const bare = (line: string): string => line.trim().slice(0, LINE_CHARS);
  const bareWanted = wanted.map(bare);
  const bareLines = lines.map(bare);
  let best: Line | null = null;
  let most = LEAST * wanted.length;
  for (const [start] of lines.entries()) {
    let sum = 0;
    for (const [index, line] of bareWanted.entries()) {
      const there = bareLines[start + index] ?? '';
      sum += Math.max(likeness(there, line), sharedWords(there, line));
    }
    if (start % STEP === 0) yield;
    if (sum <= most) continue;
    most = sum;
    const other = wanted.findIndex((line, index) => lines[start + index] !== line);
    const at = start + Math.max(0, other);
    best = { number: at + 1, text: lines[at] ?? '' };
  }
  return best;
}

/** The share of two lines that is the same from the beginning or to the end. */
function likeness(a: string, b: string): number {
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
  if (longer === 0) return 0;
  let same = 0;
  while (same < shorter && a[same] === b[same]) same++;
  let end = 0;
  while (end < shorter - same && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return (same + end) / longer;
}

const WORDS = /[\p{L}\p{N}_]+/gu;

/**
 * The share of the words of `part` that a line has, in their order: `a - b` in `return a + b`. Of two lines with the same
 * words, the one with less around them counts a little more.
 */
function sharedWords(line: string, part: string): number {
  const wanted: string[] = part.match(WORDS) ?? [];
  if (wanted.length === 0) return 0;
  const there: string[] = line.match(WORDS) ?? [];
  let at = 0;
  let found = 0;
  for (const word of wanted) {
    const next = there.indexOf(word, at);
    if (next < 0) continue;
    found++;
    at = next + 1;
  }
  return (found / wanted.length) * (0.9 + 0.1 * Math.min(1, part.length / line.length));
}
