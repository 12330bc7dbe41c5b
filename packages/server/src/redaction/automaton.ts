/** Aho-Corasick over byte classes: dense rows for the shallow states where ordinary text lives, chains for the rest. */
import { folded, isSeparator } from './normal-bytes.ts';
import type { Pattern, Patterns } from './patterns.ts';

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
  readonly depth: Int32Array;
  readonly fail: Int32Array;
  /** The state itself or the nearest of its suffixes that ends a pattern; 0 for none. */
  readonly accept: Int32Array;
  readonly label: Uint8Array;
  readonly child: Int32Array;
  readonly sibling: Int32Array;
  /** Accepting state → its patterns. */
  readonly ends: ReadonlyMap<number, readonly Pattern[]>;
  readonly maxDepth: number;
}

export const STOP = -0x80000000;

/** No pattern is shorter than this, so a state of smaller depth never accepts. */
const DENSE_DEPTH = 3;
/** Rows must stay in the processor's cache. */
const DENSE_CELLS = 256 * 1024;

export function buildAutomaton(patterns: Patterns): Automaton {
  const { classes, classCount } = classify(patterns);
  const width = classCount + 1;
  const { denseCount, byDepth, ...trie } = renumber(buildTrie(patterns, classes), width);
  const automaton: Automaton = {
    classes,
    classCount,
    width,
    denseCount,
    rows: new Int32Array(denseCount * width),
    ...trie,
    fail: new Int32Array(trie.depth.length),
    accept: new Int32Array(trie.depth.length),
    maxDepth: trie.depth[byDepth.at(-1)!]!,
  };
  link(automaton, byDepth);
  return automaton;
}

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

function classify(patterns: Patterns): { classes: Uint8Array; classCount: number } {
  const used = new Uint8Array(256);
  for (const normal of patterns.keys()) for (let at = 0; at < normal.length; at++) used[normal.charCodeAt(at)] = 1;
  const classes = new Uint8Array(256).fill(1);
  let classCount = 2;
  for (let byte = 0; byte < 256; byte++) if (used[byte] === 1) classes[byte] = classCount++;
  for (let byte = 0; byte < 256; byte++) classes[byte] = isSeparator[byte] === 1 ? 0 : classes[folded[byte]!]!;
  return { classes, classCount };
}

interface Trie {
  readonly depth: Int32Array;
  readonly label: Uint8Array;
  readonly child: Int32Array;
  readonly sibling: Int32Array;
  readonly ends: ReadonlyMap<number, readonly Pattern[]>;
}

function buildTrie(patterns: Patterns, classes: Uint8Array): Trie {
  let capacity = 1;
  for (const normal of patterns.keys()) capacity += normal.length;
  const depth = new Int32Array(capacity);
  const label = new Uint8Array(capacity);
  const child = new Int32Array(capacity);
  const sibling = new Int32Array(capacity);
  const ends = new Map<number, readonly Pattern[]>();
  let count = 1;
  for (const [normal, meanings] of patterns) {
    let id = 0;
    for (let at = 0; at < normal.length; at++) {
      const cls = classes[normal.charCodeAt(at)]!;
      let next = child[id]!;
      while (next !== 0 && label[next] !== cls) next = sibling[next]!;
      if (next === 0) {
        next = count++;
        label[next] = cls;
        depth[next] = at + 1;
        sibling[next] = child[id]!;
        child[id] = next;
      }
      id = next;
    }
    ends.set(id, meanings);
  }
  const used = <T extends Int32Array | Uint8Array>(array: T): T => array.subarray(0, count) as T;
  return { depth: used(depth), label: used(label), child: used(child), sibling: used(sibling), ends };
}

interface Numbered extends Trie {
  readonly denseCount: number;
  /** All ids, by depth. */
  readonly byDepth: Int32Array;
}

/** Gives the dense states the first ids, and each chain of sparse ones ids in a row: a long match walks through memory. */
function renumber(trie: Trie, width: number): Numbered {
  const count = trie.depth.length;
  const order = new Int32Array(count);
  for (let at = 0, filled = 1; at < count; at++) {
    for (let next = trie.child[order[at]!]!; next !== 0; next = trie.sibling[next]!) order[filled++] = next;
  }
  const denseCount = countDense(trie.depth, order, width);
  const place = new Int32Array(count);
  for (let at = 0; at < denseCount; at++) place[order[at]!] = at;
  for (let at = denseCount, id = denseCount; at < count; at++) {
    for (let old = order[at]!; old !== 0 && place[old] === 0; old = trie.child[old]!) place[old] = id++;
  }
  const depth = new Int32Array(count);
  const label = new Uint8Array(count);
  const child = new Int32Array(count);
  const sibling = new Int32Array(count);
  const byDepth = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const old = order[at]!;
    const id = place[old]!;
    byDepth[at] = id;
    depth[id] = trie.depth[old]!;
    label[id] = trie.label[old]!;
    child[id] = place[trie.child[old]!]!;
    sibling[id] = place[trie.sibling[old]!]!;
  }
  const ends = new Map([...trie.ends].map(([old, meanings]) => [place[old]!, meanings]));
  return { depth, label, child, sibling, ends, denseCount, byDepth };
}

function countDense(depth: Int32Array, order: Int32Array, width: number): number {
  let count = 1;
  while (count < order.length && depth[order[count]!]! <= DENSE_DEPTH && (count + 1) * width <= DENSE_CELLS) count++;
  return count;
}

/** Failure links, accepting suffixes and dense rows, all in order of depth. */
function link(automaton: Automaton, byDepth: Int32Array): void {
  const { child, sibling, label, fail, accept, ends, rows, width, denseCount, classCount } = automaton;
  for (let at = 0; at < byDepth.length; at++) {
    const id = byDepth[at]!;
    accept[id] = ends.has(id) ? id : accept[fail[id]!]!;
    if (id < denseCount) {
      const row = id * width;
      for (let cls = 1; cls < classCount; cls++) {
        rows[row + cls] = id === 0 ? 0 : step(automaton, stateOf(automaton, fail[id]!), cls);
      }
    }
    for (let next = child[id]!; next !== 0; next = sibling[next]!) {
      // From the parent's failure state, whose own links and row are already made; the root's children fail to the root.
      const target = id === 0 ? 0 : step(automaton, stateOf(automaton, fail[id]!), label[next]!);
      fail[next] = id === 0 ? 0 : idOf(automaton, target);
      if (id < denseCount) rows[id * width + label[next]!] = stateOf(automaton, next);
    }
    if (id < denseCount) {
      rows[id * width] = stateOf(automaton, id);
      rows[id * width + classCount] = STOP;
    }
  }
}
