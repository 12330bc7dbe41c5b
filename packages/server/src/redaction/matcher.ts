/**
 * Runs the automaton and remembers where each character came from: finds matches, and where the current partial match
 * began.
 */
import { type Automaton, idOf, isLittle, openPart, stateOf, step } from './automaton.ts';
import { isSeparator } from './normal-bytes.ts';
import { PieceFollower } from './piece-follower.ts';
import { notePlaces, runChain, runDense } from './run-states.ts';

/** Positions count bytes from the start of the stream; `end` is the first one after the match. */
export type Report = (start: number, end: number, name: string) => void;

/** A short value was found. The receiver checks whether it stands alone. The names are by the exact bytes. */
export type ReportToken = (start: number, end: number, tokens: ReadonlyMap<string, string>) => void;

export class Matcher {
  readonly #automaton: Automaton;
  readonly #report: Report;
  readonly #reportToken: ReportToken | null;
  readonly #maxSpan: number;
  readonly #mask: number;
  /** Where the last characters of the normalised stream began, and how many bytes had been fed by then. */
  readonly #positions: Float64Array;
  readonly #views: Float64Array;
  /** Made when first needed: most vaults hold nothing long. */
  #follower: PieceFollower | null = null;
  readonly #reached = new Int32Array(1);
  readonly #one = Buffer.alloc(1);
  #state = 0;
  #count = 0;
  #view = 0;
  /** Characters since the last one that was decoded. */
  #plainRun = 0;

  constructor(automaton: Automaton, maxSpan: number, report: Report, reportToken: ReportToken | null = null) {
    this.#automaton = automaton;
    this.#report = report;
    this.#reportToken = reportToken;
    this.#maxSpan = maxSpan;
    const size = 2 ** Math.ceil(Math.log2(automaton.maxDepth + 2));
    this.#mask = size - 1;
    this.#positions = new Float64Array(size);
    this.#views = new Float64Array(size);
  }

  get state(): number {
    return this.#state;
  }

  get follows(): boolean {
    return this.#follower?.active === true;
  }

  /** Whether its partial match says next to nothing of a value, also together with so many more characters. */
  holdsLittle(more = 0): boolean {
    return !this.follows && isLittle(this.#automaton, this.#state, more);
  }

  /** Takes over the partial match `now`, whose characters are at these positions, the last one first. */
  restart(state: number, positions: readonly number[], now: number): void {
    this.#state = state;
    this.#count = 0;
    this.#plainRun = 0;
    this.#view = 0;
    this.#follower?.clear();
    for (let at = positions.length - 1; at >= 0; at--) this.#remember(positions[at]!, positions[at]! - now);
  }

  /** Also waits for the pieces that the other matcher waits for. */
  followWith(other: Matcher): void {
    if (!other.follows) return;
    this.#follower ??= new PieceFollower();
    this.#follower.copy(other.#follower!);
  }

  /** One byte of the decoded stream, made from the bytes [from, to) of the real one. */
  feed(byte: number, from: number, to: number, decoded: boolean): void {
    const view = this.#view++;
    if (decoded) this.#plainRun = 0;
    const cls = this.#automaton.classes[byte]!;
    if (cls === 0) return;
    if (!decoded) this.#plainRun++;
    this.#remember(from, view);
    if (this.follows) this.#followOne(byte, to);
    const state = step(this.#automaton, this.#state, cls);
    this.#state = state;
    if (state < 0 && this.#automaton.accept[~state] !== 0) this.#accept(~state, view, to);
  }

  /**
   * Takes undecoded bytes from index `from` on, until one may need a side track or there is no partial match. `base` is
   * the position of the first one; `columns` gives the classes, `rowStarts` where their rows begin. Returns the index
   * reached.
   */
  run(bytes: Buffer, from: number, base: number, columns: Uint8Array, rowStarts: Int32Array): number {
    const automaton = this.#automaton;
    const { classCount, accept, rows } = automaton;
    const reached = this.#reached;
    let at = from;
    /** From here on no places are remembered yet. */
    let unnoted = from;
    let state = this.#state;
    while (at < bytes.length) {
      let to = at;
      if (state < 0) {
        to = runChain(bytes, at, ~state, columns, automaton, reached);
        state = ~reached[0]!;
      } else if (this.follows) {
        to = runDense(bytes, at, state, rowStarts, rows, reached);
        state = reached[0]!;
      }
      const cls = to < bytes.length ? columns[bytes[to]!]! : classCount;
      const passed = cls === classCount ? to : to + 1;
      if (this.follows) this.#followAll(bytes, at, passed, base);
      at = passed;
      if (cls === classCount) break;
      if (cls === 0) continue;
      state = step(automaton, state, cls);
      if (state >= 0) {
        if (!this.follows) break;
      } else if (accept[~state] !== 0) {
        this.#note(bytes, unnoted, at, base, ~state);
        unnoted = at;
        this.#accept(~state, this.#view - 1, base + at);
      }
    }
    this.#note(bytes, unnoted, at, base, idOf(state));
    this.#state = state;
    return at;
  }

  /**
   * Remembers the places of the characters in [from, to) that belong to the partial match of state `id`. No other can be
   * asked for later. The walk back never leaves [from, to), so each byte is passed at most once.
   */
  #note(bytes: Buffer, from: number, to: number, base: number, id: number): void {
    let start = to;
    for (let wanted = this.#automaton.depth[id]!; wanted > 0 && start > from; ) {
      if (isSeparator[bytes[--start]!] === 0) wanted--;
    }
    this.#count = notePlaces(bytes, start, to, base, this.#view - from, this.#positions, this.#views, this.#count);
    this.#view += to - from;
  }

  #followAll(bytes: Buffer, from: number, to: number, base: number): void {
    const follower = this.#follower!;
    for (let at = from; at < to && follower.active; ) {
      at = follower.run(bytes, at, to);
      const found = follower.complete();
      if (found !== null && base + at - found.start <= this.#maxSpan) this.#report(found.start, base + at, found.name);
    }
  }

  /** Something was skipped, so the plain track has not seen what this one saw. */
  diverge(): void {
    this.#plainRun = 0;
  }

  /** From here on both tracks would find the same. */
  agreesWith(state: number): boolean {
    return this.#state === state && this.#plainRun >= this.#depth() && !this.follows;
  }

  /** Where the current partial match began. Forgets one that has grown too long to count. */
  start(now: number): number {
    const oldest = now - this.#maxSpan;
    const followed = this.#follower?.start(oldest) ?? Number.POSITIVE_INFINITY;
    this.#state = openPart(this.#automaton, this.#state);
    while (this.#state !== 0) {
      const start = this.#positions[(this.#count - this.#depth()) & this.#mask]!;
      if (start >= oldest) return Math.min(start, followed);
      this.#state = stateOf(this.#automaton, this.#automaton.fail[idOf(this.#state)]!);
    }
    return followed;
  }

  #depth(): number {
    return this.#automaton.depth[idOf(this.#state)]!;
  }

  #remember(position: number, view: number): void {
    this.#positions[this.#count & this.#mask] = position;
    this.#views[this.#count & this.#mask] = view;
    this.#count++;
  }

  #followOne(byte: number, end: number): void {
    this.#one[0] = byte;
    this.#follower!.run(this.#one, 0, 1);
    const found = this.#follower!.complete();
    if (found !== null && end - found.start <= this.#maxSpan) this.#report(found.start, end, found.name);
  }

  #accept(id: number, view: number, end: number): void {
    const { loose, strict } = this.#automaton.ends.get(this.#automaton.accept[id]!)!;
    if (loose !== null) {
      const start = this.#positions[(this.#count - loose.depth) & this.#mask]!;
      if (end - start <= this.#maxSpan) this.#report(start, end, loose.name);
    }
    for (const { depth, exact, tokens, pieces } of strict) {
      const slot = (this.#count - depth) & this.#mask;
      const start = this.#positions[slot]!;
      const name = exact.get(view - this.#views[slot]! + 1);
      if (name !== undefined) this.#report(start, end, name);
      if (tokens.size > 0) this.#reportToken?.(start, end, tokens);
      if (pieces !== null) {
        this.#follower ??= new PieceFollower();
        this.#follower.follow(pieces, start);
      }
    }
  }
}
