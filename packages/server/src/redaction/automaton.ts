/** Aho-Corasick over byte classes: dense rows for the shallow states of ordinary text, chains for the rest. */
import type { End } from './pattern-ends.ts';

/**
 * The current state is one number: the offset of its row in `rows` for a dense state (≥ 0), or `~id` for a sparse one.
 * Dense states never accept, so the inner loop needs only one test.
 */
export interface Automaton {
  /** Byte → class. Class 0 is for separators, which change no state; class 1 is for bytes in no pattern. */
  readonly classes: Uint8Array;
  readonly classCount: number;
  /** Width of a row: the classes, and one more column that is always `STOP`. */
  readonly width: number;
  readonly denseCount: number;
  readonly rows: Int32Array;
  /** By state id; 0 is the root, and the dense states come first. */
  readonly depth: Uint8Array;
  readonly fail: Int32Array;
  /** The state itself, or the nearest of its suffixes that ends a pattern; 0 for none. */
  readonly accept: Int32Array;
  readonly label: Uint8Array;
  readonly child: Int32Array;
  readonly sibling: Int32Array;
  /** Accepting state → the patterns that are complete there, including those of its suffixes. */
  readonly ends: ReadonlyMap<number, End>;
  readonly maxDepth: number;
}

export const STOP = -0x80000000;

/** The next state in motion. */
export function step(automaton: Automaton, state: number, cls: number): number {
  if (state >= 0) return automaton.rows[state + cls]!;
  if (cls === 0) return state;
  const { child, sibling, label, fail, denseCount, width, rows } = automaton;
  let id = ~state;
  for (;;) {
    for (let next = child[id]!; next !== 0; next = sibling[next]!) if (label[next] === cls) return ~next;
    id = fail[id]!;
    if (id < denseCount) return rows[id * width + cls]!;
  }
}

export function idOf(automaton: Automaton, state: number): number {
  return state < 0 ? ~state : state / automaton.width;
}

export function stateOf(automaton: Automaton, id: number): number {
  return id < automaton.denseCount ? id * automaton.width : ~id;
}

/**
 * The state with what is already complete removed. For all that follows, a state without successors equals its suffix.
 */
export function openPart(automaton: Automaton, state: number): number {
  let id = idOf(automaton, state);
  while (id !== 0 && automaton.child[id] === 0) id = automaton.fail[id]!;
  return stateOf(automaton, id);
}
