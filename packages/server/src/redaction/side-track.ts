/** A second reading of the stream beside the plain one: fed the bytes a decoder makes of it, with where each came from. */
import { type Automaton, idOf, openPart, stateOf, step } from './automaton.ts';
import type { Pattern } from './patterns.ts';

/** Positions count bytes from the start of the stream; `end` is the first one after the match. */
export type Report = (start: number, end: number, pattern: Pattern) => void;

export class SideTrack {
  readonly #automaton: Automaton;
  readonly #report: Report;
  readonly #maxSpan: number;
  readonly #mask: number;
  /** Where the last characters of the normalised stream began, and how many bytes had been fed by then. */
  readonly #positions: Float64Array;
  readonly #views: Float64Array;
  #state = 0;
  #count = 0;
  #view = 0;
  /** Characters taken as they stand since the last one that was decoded. */
  #plainRun = 0;

  constructor(automaton: Automaton, maxSpan: number, report: Report) {
    this.#automaton = automaton;
    this.#report = report;
    this.#maxSpan = maxSpan;
    const size = 2 ** Math.ceil(Math.log2(automaton.maxDepth + 2));
    this.#mask = size - 1;
    this.#positions = new Float64Array(size);
    this.#views = new Float64Array(size);
  }

  /** Takes over the plain track's partial match at `now`, whose characters stand at these positions. */
  restart(state: number, positions: readonly number[], now: number): void {
    this.#state = state;
    this.#count = 0;
    this.#plainRun = 0;
    this.#view = 0;
    for (const position of positions) this.#remember(position, position - now);
  }

  /** One byte of the decoded stream, made of the bytes [from, to) of the real one. */
  feed(byte: number, from: number, to: number, decoded: boolean): void {
    const view = this.#view++;
    if (decoded) this.#plainRun = 0;
    const cls = this.#automaton.classes[byte]!;
    if (cls === 0) return;
    if (!decoded) this.#plainRun++;
    this.#remember(from, view);
    const state = step(this.#automaton, this.#state, cls);
    this.#state = state;
    if (state < 0 && this.#automaton.accept[~state] !== 0) this.#accept(~state, view, to);
  }

  /** Something was passed over: the plain track has not seen what this one saw. */
  diverge(): void {
    this.#plainRun = 0;
  }

  /** From here on both tracks would find the same. */
  agreesWith(state: number): boolean {
    return this.#state === state && this.#plainRun >= this.#depth();
  }

  /** Where the current partial match began. Forgets one that has grown too long to count. */
  start(now: number): number {
    this.#state = openPart(this.#automaton, this.#state);
    while (this.#state !== 0) {
      const start = this.#positions[(this.#count - this.#depth()) & this.#mask]!;
      if (now - start <= this.#maxSpan) return start;
      this.#state = stateOf(this.#automaton, this.#automaton.fail[idOf(this.#automaton, this.#state)]!);
    }
    return Number.POSITIVE_INFINITY;
  }

  #depth(): number {
    return this.#automaton.depth[idOf(this.#automaton, this.#state)]!;
  }

  #remember(position: number, view: number): void {
    this.#positions[this.#count & this.#mask] = position;
    this.#views[this.#count & this.#mask] = view;
    this.#count++;
  }

  #accept(id: number, view: number, end: number): void {
    const { accept, depth, fail, ends } = this.#automaton;
    for (let at = accept[id]!; at !== 0; at = accept[fail[at]!]!) {
      const slot = (this.#count - depth[at]!) & this.#mask;
      const start = this.#positions[slot]!;
      if (end - start > this.#maxSpan) continue;
      const length = view - this.#views[slot]! + 1;
      const pattern = ends.get(at)!.find(({ exactLength, token }) => {
        return token === null && (exactLength === 0 || exactLength === length);
      });
      if (pattern !== undefined) {
        this.#report(start, end, pattern);
        return;
      }
    }
  }
}
