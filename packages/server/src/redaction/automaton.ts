/** Aho-Corasick over byte classes: dense rows for the shallow states where ordinary text lives, chains for the rest. */
import type { End } from './pattern-ends.ts';

/**
 * A state in motion is one number: the offset of its row in `rows` for a dense state (≥ 0), or `~id` for a sparse one.
 * Dense states never accept, so that the inner loop has one test to make.
 */
export interface Automaton {
  /** Byte → class. Class 0 is for separators, which keep every state where it is; class 1 for bytes in no pattern. */
  readonly classes: Uint8Array;
  readonly classCount: number;
  /** Width of a row: the classes, and one more column that is always `STOP`. */
  readonly width: number;
  readonly denseCount: number;
  readonly rows: Int32Array;
  /** By state id; 0 is the root, the dense states come first. */
  readonly depth: Uint8Array;
  readonly fail: Int32Array;
  /** The state itself or the nearest of its suffixes that ends a pattern; 0 for none. */
  readonly accept: Int32Array;
  readonly label: Uint8Array;
  readonly child: Int32Array;
  readonly sibling: Int32Array;
  /** Accepting state → what is complete there, its suffixes included. */
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

/** The same state for all that follows, without what is already complete: a state that leads nowhere is as its suffix. */
export function openPart(automaton: Automaton, state: number): number {
  let id = idOf(automaton, state);
  while (id !== 0 && automaton.child[id] === 0) id = automaton.fail[id]!;
  return stateOf(automaton, id);
}
