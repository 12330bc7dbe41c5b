/**
 * Which lines differ between two texts, in a bounded number of steps. Lines that occur once in each of them are found
 * first; only what lies between two of these is compared edit by edit.
 */
import { diffArrays } from 'diff';

/** Pauses now and then, so that others can be served; the value comes at the end. */
export type Pausing<T> = Generator<undefined, T, undefined>;
/** Lines between two pauses. */
export const PAUSE_LINES = 2_000;

type Range = readonly [from: number, to: number];
export interface Change {
  readonly old: Range;
  readonly fresh: Range;
}

/** Two texts with more lines are one change. */
const MOST_LINES = 40_000;
/** Finding the edits takes about as many steps as there are lines, for each edit. */
const MOST_STEPS = 300_000;

export function* changedLines(old: readonly string[], fresh: readonly string[]): Pausing<Change[]> {
  const whole: Change = { old: [0, old.length], fresh: [0, fresh.length] };
  if (old.length + fresh.length > MOST_LINES) return [whole];
  const gaps = gapsBetween(yield* anchorsOf(old, fresh), whole).map((gap) => trimmed(gap, old, fresh));
  const open = gaps.filter((gap) => gap.old[0] < gap.old[1] || gap.fresh[0] < gap.fresh[1]);
  const lines = open.reduce((sum, gap) => sum + linesIn(gap), 0);
  const mostEdits = Math.floor(MOST_STEPS / Math.max(lines, 1));
  const changes: Change[] = [];
  for (const gap of open) {
    for (const change of editsIn(gap, old, fresh, mostEdits)) changes.push(change);
    yield;
  }
  return changes;
}

const linesIn = ({ old, fresh }: Change): number => old[1] - old[0] + fresh[1] - fresh[0];

/** Lines that occur once in each, in the order of both: the longest such row. */
function* anchorsOf(old: readonly string[], fresh: readonly string[]): Pausing<[old: number, fresh: number][]> {
  const inFresh = yield* onceIn(fresh);
  const pairs: [number, number][] = [];
  for (const [line, place] of yield* onceIn(old)) {
    const other = inFresh.get(line) ?? -1;
    if (place >= 0 && other >= 0) pairs.push([place, other]);
  }
  yield;
  return longestRise(pairs);
}

/** The place of each line; -1 where it occurs again. In the order of the text. */
function* onceIn(lines: readonly string[]): Pausing<Map<string, number>> {
  const places = new Map<string, number>();
  for (const [place, line] of lines.entries()) {
    places.set(line, places.has(line) ? -1 : place);
    if (place % PAUSE_LINES === 0) yield;
  }
  return places;
}

/** Of pairs in the order of the first, the most whose second rises too. */
function longestRise(pairs: readonly [number, number][]): [number, number][] {
  // For each length, the pair with the lowest second that ends such a row, and for each pair the one before it.
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, [, second]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < second) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? -1 : ends[low - 1]!);
    ends[low] = index;
  }
  const row: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) row.push(pairs[at]!);
  return row.reverse();
}

function gapsBetween(anchors: readonly [number, number][], { old, fresh }: Change): Change[] {
  const starts: [number, number][] = [[0, 0], ...anchors.map(([a, b]): [number, number] => [a + 1, b + 1])];
  return starts.map(([from, start], index) => {
    const [to, end] = anchors[index] ?? [old[1], fresh[1]];
    return { old: [from, to], fresh: [start, end] };
  });
}

/** Without the lines that are the same at its beginning and at its end. */
function trimmed({ old: [from, to], fresh: [start, end] }: Change, a: readonly string[], b: readonly string[]): Change {
  const most = Math.min(to - from, end - start);
  let above = 0;
  while (above < most && a[from + above] === b[start + above]) above++;
  let below = 0;
  while (below < most - above && a[to - 1 - below] === b[end - 1 - below]) below++;
  return { old: [from + above, to - below], fresh: [start + above, end - below] };
}

/** The whole gap as one change if there are more edits in it. */
function editsIn(gap: Change, a: readonly string[], b: readonly string[], mostEdits: number): Change[] {
  const { old, fresh } = gap;
  if (old[0] === old[1] || fresh[0] === fresh[1]) return [gap];
  const edits = diffArrays(a.slice(...old), b.slice(...fresh), { maxEditLength: mostEdits });
  if (edits === undefined) return [gap];
  const changes: Change[] = [];
  let [at, place] = [old[0], fresh[0]];
  let [from, start] = [at, place];
  const close = (): void => {
    if (at > from || place > start) changes.push({ old: [from, at], fresh: [start, place] });
  };
  for (const { added, removed, count } of edits) {
    if (removed) at += count;
    else if (added) place += count;
    else {
      close();
      at += count;
      place += count;
      [from, start] = [at, place];
    }
  }
  close();
  return changes;
}
