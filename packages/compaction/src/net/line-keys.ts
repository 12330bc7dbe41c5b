// Which of an output's lines are alike: found once, and shared by all filters.
import { logKey } from '../shapes/log-key.ts';

export interface LineKinds {
  /** One number per line: the same for lines that differ only in times, ids and amounts. */
  readonly of: Int32Array;
  /** How many lines are of each kind. */
  readonly counts: readonly number[];
}

const known = new WeakMap<readonly string[], LineKinds>();

/** A shorter line says nothing. Its kind is 0, and is not counted. */
export const SHORTEST = 3;

export function lineKinds(lines: readonly string[]): LineKinds {
  const before = known.get(lines);
  if (before !== undefined) return before;
  const of = new Int32Array(lines.length);
  const counts = [0];
  const numbers = new Map<number, number>();
  lines.forEach((line, i) => {
    if (line.length < SHORTEST) return;
    const key = logKey(line);
    const kind = numbers.get(key) ?? counts.length;
    if (kind === counts.length) numbers.set(key, kind);
    counts[kind] = (counts[kind] ?? 0) + 1;
    of[i] = kind;
  });
  const kinds = { of, counts };
  known.set(lines, kinds);
  return kinds;
}
