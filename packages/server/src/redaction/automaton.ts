/** Aho-Corasick over byte classes: dense rows for the shallow states where ordinary text lives, chains for the rest. */
import type { End } from './pattern-ends.ts';

/**
 * A state in motion is one number: the id of a dense state (≥ 0), or `~id` of a sparse one. Dense states never accept, so
 * that the inner loop has one test to make.
 */
export interface Automaton {
  /** Byte → class. Class 0 is for separators, which keep every state where it is; class 1 for bytes in no pattern. */
  readonly classes: Uint8Array;
  readonly classCount: number;
  readonly denseCount: number;
  /**
   * The next dense state, or `SPARSE`: the dense states in a row for each class, and a last row that is always `SPARSE`. By
   * class, because text has few of them and goes through many states; in 16 bits, for more of it to stay in the fast caches.
   */
  readonly rows: Uint16Array;
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

/** No dense state: the way leads to a sparse one, or nowhere. There are far fewer dense states. */
export const SPARSE = 0xffff;

/** The next state in motion. */
export function step(automaton: Automaton, state: number, cls: number): number {
  if (cls === 0) return state;
  const { child, sibling, label, fail, denseCount, rows } = automaton;
  for (let id = idOf(state); ; id = fail[id]!) {
    if (id < denseCount) {
      const next = rows[cls * denseCount + id]!;
      if (next !== SPARSE) return next;
    }
    for (let next = child[id]!; next !== 0; next = sibling[next]!) if (label[next] === cls) return ~next;
  }
}

export function idOf(state: number): number {
  return state < 0 ? ~state : state;
}

export function stateOf(automaton: Automaton, id: number): number {
  return id < automaton.denseCount ? id : ~id;
}

/** The same state for all that follows, without what is already complete: a state that leads nowhere is as its suffix. */
export function openPart(automaton: Automaton, state: number): number {
  let id = idOf(state);
  while (id !== 0 && automaton.child[id] === 0) id = automaton.fail[id]!;
  return stateOf(automaton, id);
}
