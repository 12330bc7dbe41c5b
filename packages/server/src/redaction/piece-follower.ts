/**
 * After the first characters of a piece: waits for the rest. Many pieces can wait at once, with one step per character.
 */
import { folded, isSeparator } from './normal-bytes.ts';
import { hashBetween, REST, rollA, rollB } from './piece-hash.ts';

/** Hash of the rest → the secret's name, for all pieces that begin with the same characters. */
export type Pieces = ReadonlyMap<number, string>;

/**
 * A piece may begin with each character, and all have the same length, so they end in the order in which they began. A
 * power of two.
 */
const SLOTS = 128;

export class PieceFollower {
  #count = 0;
  #hashA = 0;
  #hashB = 0;
  #first = 0;
  #next = 0;
  readonly #pieces: Pieces[] = new Array<Pieces>(SLOTS);
  readonly #starts = new Float64Array(SLOTS);
  readonly #ends = new Float64Array(SLOTS);
  readonly #hashesA = new Int32Array(SLOTS);
  readonly #hashesB = new Int32Array(SLOTS);

  get active(): boolean {
    return this.#first !== this.#next;
  }

  /** The first characters of a piece, which began at `start`, are complete. */
  follow(pieces: Pieces, start: number): void {
    const slot = this.#next++ & (SLOTS - 1);
    this.#pieces[slot] = pieces;
    this.#starts[slot] = start;
    this.#ends[slot] = this.#count + REST;
    this.#hashesA[slot] = this.#hashA;
    this.#hashesB[slot] = this.#hashB;
  }

  /** Takes the undecoded bytes [from, to), at most up to the end of the first piece. Returns the index reached. */
  run(bytes: Uint8Array, from: number, to: number): number {
    const wanted = this.#ends[this.#first & (SLOTS - 1)]! - this.#count;
    let hashA = this.#hashA;
    let hashB = this.#hashB;
    let missing = wanted;
    let at = from;
    while (at < to && missing > 0) {
      const byte = bytes[at++]!;
      if (isSeparator[byte] === 1) continue;
      hashA = rollA(hashA, folded[byte]!);
      hashB = rollB(hashB, folded[byte]!);
      missing--;
    }
    this.#hashA = hashA;
    this.#hashB = hashB;
    this.#count += wanted - missing;
    return at;
  }

  /** If a piece of a secret ends here: its start and the secret's name. */
  complete(): { readonly start: number; readonly name: string } | null {
    const slot = this.#first & (SLOTS - 1);
    if (this.#ends[slot] !== this.#count || !this.active) return null;
    this.#first++;
    const name = this.#pieces[slot]!.get(
      hashBetween(this.#hashesA[slot]!, this.#hashesB[slot]!, this.#hashA, this.#hashB),
    );
    return name === undefined ? null : { start: this.#starts[slot]!, name };
  }

  /** Where the first awaited piece began, among those that began at `oldest` or later. The others are dropped. */
  start(oldest: number): number {
    while (this.active) {
      const start = this.#starts[this.#first & (SLOTS - 1)]!;
      if (start >= oldest) return start;
      this.#first++;
    }
    return Number.POSITIVE_INFINITY;
  }

  clear(): void {
    this.#first = this.#next;
  }

  /** Waits for what the other one waits for. */
  copy(other: PieceFollower): void {
    this.clear();
    this.#count = other.#count;
    this.#hashA = other.#hashA;
    this.#hashB = other.#hashB;
    for (let from = other.#first; from < other.#next; from++) {
      const slot = this.#next++ & (SLOTS - 1);
      const there = from & (SLOTS - 1);
      this.#pieces[slot] = other.#pieces[there]!;
      this.#starts[slot] = other.#starts[there]!;
      this.#ends[slot] = other.#ends[there]!;
      this.#hashesA[slot] = other.#hashesA[there]!;
      this.#hashesB[slot] = other.#hashesB[there]!;
    }
  }
}
