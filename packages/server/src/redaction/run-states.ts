/**
 * The two inner loops. They stand alone, with everything in local variables, because nearly every byte passes through
 * them.
 */
import type { Automaton } from './automaton.ts';

/**
 * Goes from a dense state through dense states, with one lookup per byte. Returns the index of the byte that leads out
 * of them (to a sparse state, or to the column that stops the loop) and leaves the state before it in `result`.
 */
export function runDense(
  input: Uint8Array,
  from: number,
  start: number,
  columns: Uint8Array,
  rows: Int32Array,
  result: Int32Array,
): number {
  const size = input.length;
  let state = start;
  let at = from;
  while (at < size) {
    const next = rows[state + columns[input[at]!]!]!;
    if (next < 0) break;
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
