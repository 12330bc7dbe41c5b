/** Builds the automaton in small steps, so that others can be served while a large one is built. */
import { type Automaton, idOf, SPARSE, stateOf, step } from './automaton.ts';
import { folded, isSeparator } from './normal-bytes.ts';
import { type End, EndMaker, withSuffix } from './pattern-ends.ts';
import type { Patterns } from './patterns.ts';
import { ANCHOR } from './piece-hash.ts';
import type { Steps } from './steps.ts';

/** No pattern is shorter than this, so a state of smaller depth never accepts. */
const DENSE_DEPTH = 3;
/** Rows must fit into the processor's cache. */
const DENSE_CELLS = 256 * 1024;
/** How many states are made, and characters read, between two pauses. */
const STEP_STATES = 2048;
const STEP_CHARACTERS = 65_536;

export function* buildAutomaton(patterns: Patterns): Steps<Automaton> {
  const { classes, classCount, characters } = yield* classify(patterns);
  const trie = yield* buildTrie(patterns, classes, characters + 1);
  yield;
  const { denseCount, byDepth, made, ...numbered } = yield* renumber(trie, classCount + 1);
  const ends = new Map<number, End>();
  const automaton: Automaton = {
    classes,
    classCount,
    denseCount,
    rows: new Uint16Array(denseCount * (classCount + 1)).fill(SPARSE),
    ...numbered,
    fail: new Int32Array(numbered.depth.length),
    accept: new Int32Array(numbered.depth.length),
    ends,
    maxDepth: numbered.depth[byDepth.at(-1)!]!,
  };
  yield* link(automaton, byDepth, made, ends);
  return automaton;
}

interface Classes {
  readonly classes: Uint8Array;
  readonly classCount: number;
  /** Of all patterns together. Apart from the root, there are no more states than this. */
  readonly characters: number;
}

function* classify(patterns: Patterns): Steps<Classes> {
  const used = new Uint8Array(256);
  let characters = 0;
  let paused = 0;
  for (const [normal, meanings] of patterns) {
    const length = known(normal, meanings);
    for (let at = 0; at < length; at++) used[normal.charCodeAt(at)] = 1;
    characters += length;
    if (characters - paused < STEP_CHARACTERS) continue;
    paused = characters;
    yield;
  }
  const classes = new Uint8Array(256).fill(1);
  let classCount = 2;
  for (let byte = 0; byte < 256; byte++) if (used[byte] === 1) classes[byte] = classCount++;
  for (let byte = 0; byte < 256; byte++) classes[byte] = isSeparator[byte] === 1 ? 0 : classes[folded[byte]!]!;
  return { classes, classCount, characters };
}

/** How many characters of a pattern the automaton knows. Of a piece, only the first ones. */
function known(normal: string, meanings: readonly { readonly piece: boolean }[]): number {
  return meanings[0]!.piece ? ANCHOR : normal.length;
}

interface Trie {
  readonly depth: Uint8Array;
  readonly label: Uint8Array;
  readonly child: Int32Array;
  readonly sibling: Int32Array;
  /** State → the pattern that it completes itself. */
  readonly made: ReadonlyMap<number, EndMaker>;
}

function* buildTrie(patterns: Patterns, classes: Uint8Array, capacity: number): Steps<Trie> {
  const depth = new Uint8Array(capacity);
  const label = new Uint8Array(capacity);
  const child = new Int32Array(capacity);
  const sibling = new Int32Array(capacity);
  const made = new Map<number, EndMaker>();
  let count = 1;
  let paused = 1;
  for (const [normal, meanings] of patterns) {
    const length = known(normal, meanings);
    let id = 0;
    for (let at = 0; at < length; at++) {
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
    const end = made.get(id) ?? new EndMaker(length);
    for (const pattern of meanings) end.add(pattern, normal);
    made.set(id, end);
    if (count - paused > STEP_STATES) {
      paused = count;
      yield;
    }
  }
  const used = <T extends Int32Array | Uint8Array>(array: T): T => array.subarray(0, count) as T;
  return { depth: used(depth), label: used(label), child: used(child), sibling: used(sibling), made };
}

interface Numbered extends Trie {
  readonly denseCount: number;
  /** All ids, by depth. */
  readonly byDepth: Int32Array;
}

/**
 * Gives the dense states the first ids, and each chain of sparse ones consecutive ids, so that a long match reads
 * memory in order.
 */
function* renumber(trie: Trie, width: number): Steps<Numbered> {
  const count = trie.depth.length;
  const order = new Int32Array(count);
  for (let at = 0, filled = 1; at < count; at++) {
    if (at % STEP_STATES === 0) yield;
    for (let next = trie.child[order[at]!]!; next !== 0; next = trie.sibling[next]!) order[filled++] = next;
  }
  const denseCount = countDense(trie.depth, order, width);
  const place = new Int32Array(count);
  for (let at = 0; at < denseCount; at++) place[order[at]!] = at;
  for (let at = denseCount, id = denseCount; at < count; at++) {
    if (at % STEP_STATES === 0) yield;
    for (let old = order[at]!; old !== 0 && place[old] === 0; old = trie.child[old]!) place[old] = id++;
  }
  const depth = new Uint8Array(count);
  const label = new Uint8Array(count);
  const child = new Int32Array(count);
  const sibling = new Int32Array(count);
  const byDepth = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    if (at % STEP_STATES === 0) yield;
    const old = order[at]!;
    const id = place[old]!;
    byDepth[at] = id;
    depth[id] = trie.depth[old]!;
    label[id] = trie.label[old]!;
    child[id] = place[trie.child[old]!]!;
    sibling[id] = place[trie.sibling[old]!]!;
  }
  const made = new Map<number, EndMaker>();
  for (const [old, end] of trie.made) {
    if (made.size % STEP_STATES === 0) yield;
    made.set(place[old]!, end);
  }
  return { depth, label, child, sibling, made, denseCount, byDepth };
}

function countDense(depth: Uint8Array, order: Int32Array, width: number): number {
  let count = 1;
  while (count < order.length && depth[order[count]!]! <= DENSE_DEPTH && (count + 1) * width <= DENSE_CELLS) count++;
  return count;
}

/** Failure links, accepting suffixes and dense rows, all in order of depth. */
function* link(
  automaton: Automaton,
  byDepth: Int32Array,
  made: ReadonlyMap<number, EndMaker>,
  ends: Map<number, End>,
): Steps<void> {
  const { child, sibling, label, fail, accept, rows, denseCount, classCount } = automaton;
  const cell = (state: number): number => (state < 0 ? SPARSE : state);
  for (let at = 0; at < byDepth.length; at++) {
    if (at % STEP_STATES === 0) yield;
    const id = byDepth[at]!;
    const own = made.get(id);
    const suffix = accept[fail[id]!]!;
    accept[id] = own === undefined ? suffix : id;
    if (own !== undefined) ends.set(id, withSuffix(own, ends.get(suffix)));
    if (id < denseCount) {
      rows[id] = id;
      for (let cls = 1; cls < classCount; cls++) {
        rows[cls * denseCount + id] = id === 0 ? 0 : cell(step(automaton, stateOf(automaton, fail[id]!), cls));
      }
    }
    for (let next = child[id]!; next !== 0; next = sibling[next]!) {
      // From the parent's failure state, whose own links and row are already made. The root's children fail to the
      // root.
      const target = id === 0 ? 0 : step(automaton, stateOf(automaton, fail[id]!), label[next]!);
      fail[next] = id === 0 ? 0 : idOf(target);
      if (id < denseCount) rows[label[next]! * denseCount + id] = cell(stateOf(automaton, next));
    }
  }
}
