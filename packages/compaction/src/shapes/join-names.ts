// Lines in a row that differ in one name or number: what they share is said once, `lane/{a,b,c}.bin: OK`. Nothing is lost,
// and any reader who knows a shell can read it.
import { FAILURE_WORDS, head } from '../filter.ts';

const FEWEST_LINES = 6;
const SHORTEST_SHARED = 10;
const LEAST_GAIN = 40;
const LONGEST_NAME = 60;
const LONGEST_LINE = 400;
/** So many characters of names are one line. */
const LONGEST_JOINED = 1_200;
/** What stands between braces already, or replaces a secret, is not written with braces. */
const HAS_SIGNS = /[{}•]|^… /;
const LOOKS_JOINED = /\{[^{}]*[,…][^{}]*\}/;
const NAME = /^[^\s{},…]*$/;
/** So many numbers that follow one another are a range. */
const FEWEST_IN_RANGE = 4;

interface Joined {
  readonly before: number;
  readonly after: number;
  readonly names: readonly string[];
}

/** The same lines where nothing can be joined, or where the text has braces of this kind itself. */
export function joinNames(lines: readonly string[]): readonly string[] {
  if (lines.some((line) => line.includes('{') && LOOKS_JOINED.test(head(line)))) return lines;
  const result: string[] = [];
  let joined = false;
  for (let i = 0; i < lines.length; ) {
    const run = runAt(lines, i);
    const count = run?.names.length ?? 0;
    if (run === null || !pays(run)) {
      // the first of a short run may fit to nothing that follows
      result.push(lines[i++] as string);
      continue;
    }
    const first = lines[i] as string;
    const [before, after] = [first.slice(0, run.before), first.slice(first.length - run.after)];
    // the first and the last stay whole, so that they can be searched for
    result.push(first, `${before}{${asList(run.names)}}${after}`, lines[i + count + 1] as string);
    joined = true;
    i += count + 2;
  }
  return joined ? result : lines;
}

const canJoin = (line: string): boolean =>
  line !== '' && line.length <= LONGEST_LINE && !HAS_SIGNS.test(line) && !FAILURE_WORDS.test(line);

/** As many lines from here on as share more by standing together than they lose by what one of them lacks. */
function runAt(lines: readonly string[], start: number): Joined | null {
  const first = lines[start] as string;
  if (!canJoin(first)) return null;
  let [before, after] = [0, 0];
  let end = start + 1;
  let chars = 0;
  while (end < lines.length && chars < LONGEST_JOINED) {
    const line = lines[end] as string;
    if (!canJoin(line) || line === first) break;
    const [b, a] = shared(first, line, end === start + 1 ? null : [before, after]);
    const isWorse =
      b + a < before + after && (b + a + 1) * (end - start) <= (before + after + 1) * (end - start - 1) * 1.1;
    if (b + a < SHORTEST_SHARED || isWorse) break;
    if (!NAME.test(line.slice(b, line.length - a)) || !NAME.test(first.slice(b, first.length - a))) break;
    if (line.length - a - b > LONGEST_NAME || !isPath(first, b, a)) break;
    [before, after] = [b, a];
    chars += line.length - a - b + 1;
    end++;
  }
  if (end - start < FEWEST_LINES) return null;
  const names = lines.slice(start + 1, end - 1).map((line) => line.slice(before, line.length - after));
  return names.every((name) => NAME.test(name)) ? { before, after, names } : null;
}

/**
 * The name is a part of a path, and nothing beside it is a number: a row is found by its first words, and the values in it
 * belong to them.
 */
function isPath(line: string, before: number, after: number): boolean {
  const start = line.lastIndexOf(' ', before - 1) + 1;
  const blank = line.indexOf(' ', line.length - after);
  const end = blank < 0 ? line.length : blank;
  return line.slice(start, end).includes('/') && !/\d/.test(line.slice(0, start)) && !/\d/.test(line.slice(end));
}

const pays = ({ before, after, names }: Joined): boolean => (before + after) * (names.length - 1) - 2 >= LEAST_GAIN;

/** How many characters both begin and end with, in whole words and numbers. */
function shared(one: string, other: string, most: readonly [number, number] | null): [number, number] {
  const [mostBefore, mostAfter] = most ?? [one.length, one.length];
  const shortest = Math.min(one.length, other.length);
  let before = 0;
  const endBefore = Math.min(mostBefore, shortest);
  while (before < endBefore && one.charCodeAt(before) === other.charCodeAt(before)) before++;
  while (before > 0 && (isTorn(one, before) || isTorn(other, before))) before--;
  let after = 0;
  const endAfter = Math.min(mostAfter, shortest - before);
  while (after < endAfter && one.charCodeAt(one.length - 1 - after) === other.charCodeAt(other.length - 1 - after))
    after++;
  while (after > 0 && (isTorn(one, one.length - after) || isTorn(other, other.length - after))) after--;
  const number = /^\d+$/;
  if (number.test(one.slice(before, one.length - after)) && number.test(other.slice(before, other.length - after)))
    return [before, after];
  // only a number is taken out of a name
  while (before > 0 && !isEdge(one[before - 1])) before--;
  while (after > 0 && !isEdge(one[one.length - after])) after--;
  return [before, after];
}

const isEdge = (sign: string | undefined): boolean => sign === '/' || sign === ' ' || sign === '\t';

/** Between two letters, or two digits, or the halves of a character. */
function isTorn(line: string, at: number): boolean {
  if (at <= 0 || at >= line.length) return false;
  const kind = kindOf(line.charCodeAt(at - 1));
  return kind > 0 && kind === kindOf(line.charCodeAt(at));
}

function kindOf(unit: number): number {
  if (unit >= 48 && unit <= 57) return 1;
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit > 127 ? 2 : 0;
}

/** `1…5,8`: numbers without a gap as a range, everything else by name. */
function asList(names: readonly string[]): string {
  const parts: string[] = [];
  for (let i = 0; i < names.length; ) {
    let end = i + 1;
    while (end < names.length && isNext(names[end - 1] as string, names[end] as string)) end++;
    if (end - i >= FEWEST_IN_RANGE) parts.push(`${names[i]}…${names[end - 1]}`);
    else parts.push(...names.slice(i, end));
    i = end;
  }
  return parts.join(',');
}

const isNext = (one: string, other: string): boolean =>
  /^(?:0|[1-9]\d{0,8})$/.test(one) && other === `${Number(one) + 1}`;

/** The lines that were joined, one by one. */
export function expandNames(line: string): string[] {
  const found = LOOKS_JOINED.exec(line);
  if (found === null) return [line];
  const [before, after] = [line.slice(0, found.index), line.slice(found.index + found[0].length)];
  return found[0]
    .slice(1, -1)
    .split(',')
    .flatMap(namesIn)
    .map((name) => before + name + after);
}

const MOST_IN_RANGE = 10_000;

function namesIn(part: string): string[] {
  const range = /^(\d{1,9})…(\d{1,9})$/.exec(part);
  const [from, to] = [Number(range?.[1]), Number(range?.[2])];
  if (range === null || to < from || to - from > MOST_IN_RANGE) return [part];
  return Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`);
}
