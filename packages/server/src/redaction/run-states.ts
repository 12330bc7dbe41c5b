/**
 * The inner loops. They stand alone, with everything in local variables, because nearly every byte passes through them.
 */
import { type Automaton, SPARSE } from './automaton.ts';
import { isSeparator } from './normal-bytes.ts';

/**
 * Goes from a dense state through dense states, with one lookup per byte. Returns the index of the byte that leads out
 * of them (to a sparse state, or through the row that stops the loop) and leaves the state before it in `result`.
 */
export function runDense(
  input: Uint8Array,
  from: number,
  start: number,
  rowStarts: Int32Array,
  rows: Uint16Array,
  result: Int32Array,
): number {
  const size = input.length;
  let state = start;
  let at = from;
  while (at < size) {
    const next = rows[rowStarts[input[at]!]! + state]!;
    if (next === SPARSE) break;
    state = next;
    at++;
  }
  result[0] = state;
  return at;
}

/**
 * Goes from a sparse state along its chain, skipping separators. Returns the index of the byte that leads elsewhere or
 * completes a pattern, and leaves the id of the state before it in `result`.
 */
export function runChain(
  input: Uint8Array,
  from: number,
  start: number,
  columns: Uint8Array,
  { child, label, accept }: Automaton,
  result: Int32Array,
): number {
  const size = input.length;
  let id = start;
  let at = from;
  for (; at < size; at++) {
    const column = columns[input[at]!]!;
    if (column === 0) continue;
    const next = child[id]!;
    if (label[next] !== column || accept[next] !== 0) break;
    id = next;
  }
  result[0] = id;
  return at;
}

/**
 * Writes down where each character in [from, to) stands, and how many bytes of the track came before it, in rings of a size
 * that is a power of two. Returns how many characters there have been.
 */
export function notePlaces(
  input: Uint8Array,
  from: number,
  to: number,
  base: number,
  toView: number,
  positions: Float64Array,
  views: Float64Array,
  before: number,
): number {
  const mask = positions.length - 1;
  let count = before;
  for (let at = from; at < to; at++) {
    if (isSeparator[input[at]!] === 1) continue;
    positions[count & mask] = base + at;
    views[count & mask] = toView + at;
    count++;
  }
  return count;
}
