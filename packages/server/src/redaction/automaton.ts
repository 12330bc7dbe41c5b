/** Aho-Corasick over byte classes: dense rows for the shallow states of ordinary text, chains for the rest. */
import type { End } from './pattern-ends.ts';

/**
 * The current state is one number: the id of a dense state (≥ 0), or `~id` of a sparse one. Dense states never accept, so
 * the inner loop needs only one test.
 */
export interface Automaton {
  /** Byte → class. Class 0 is for separators, which change no state; class 1 is for bytes in no pattern. */
  readonly classes: Uint8Array;
  readonly classCount: number;
  readonly denseCount: number;
  /**
   * The next dense state, or `SPARSE`: the dense states in a row for each class, and a last row that is always `SPARSE`. By
   * class, because text has few of them and goes through many states; in 16 bits, for more of it to stay in the fast caches.
   */
  readonly rows: Uint16Array;
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

/** An open match may be shown to a follower, if it is no longer than this, nor than this part of its value. */
const LITTLE = { characters: 3, part: 4 };

/**
 * Whether the partial match says next to nothing of what it may become: a few characters, and at most a quarter of any
 * form that begins with them. Values of three characters are never redacted either. `more`: characters that may follow
 * it, and are not read yet.
 */
export function isLittle(automaton: Automaton, state: number, more = 0): boolean {
  const { depth, fail, child } = automaton;
  for (let id = idOf(openPart(automaton, state)); id !== 0; id = fail[id]!) {
    const open = depth[id]! + more;
    if (child[id] === 0) continue;
    if (open > LITTLE.characters || endsWithin(automaton, id, LITTLE.part * open - 1)) return false;
  }
  return more === 0 || !endsWithin(automaton, 0, LITTLE.part * more - 1);
}

/** Whether a pattern that begins like this state has so many characters or fewer. */
function endsWithin(automaton: Automaton, id: number, longest: number): boolean {
  const { accept, depth, child, sibling } = automaton;
  if (depth[id]! > longest) return false;
  if (id !== 0 && accept[id] === id) return true;
  for (let next = child[id]!; next !== 0; next = sibling[next]!) if (endsWithin(automaton, next, longest)) return true;
  return false;
}

/**
 * The state with what is already complete removed. For all that follows, a state without successors equals its suffix.
 */
export function openPart(automaton: Automaton, state: number): number {
  let id = idOf(state);
  while (id !== 0 && automaton.child[id] === 0) id = automaton.fail[id]!;
  return stateOf(automaton, id);
}
