// The shape keys of an output's lines, computed once and shared by whoever asks.
import { logKey } from '../shapes/log-key.ts';

const known = new WeakMap<readonly string[], Float64Array>();

/** A shorter line says nothing; its key is 0. */
export const SHORTEST = 3;

/** One key per line: equal for lines that differ only in times, ids and amounts. */
export function lineKeys(lines: readonly string[]): Float64Array {
  const before = known.get(lines);
  if (before !== undefined) return before;
  const keys = new Float64Array(lines.length);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (line.length < SHORTEST) continue;
    // What is printed again and again is read once.
    keys[i] = i > 0 && line === lines[i - 1] ? (keys[i - 1] as number) : logKey(line);
  }
  known.set(lines, keys);
  return keys;
}

/** How many lines have each key. */
export function countKeys(keys: Float64Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const key of keys) if (key !== 0) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
