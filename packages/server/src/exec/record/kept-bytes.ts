/** Keeps the head and the tail of a stream within a bound, however much flows through. */
import type { RedactedBytes } from '../../redaction/index.ts';

export interface Kept {
  readonly head: RedactedBytes;
  readonly tail: readonly RedactedBytes[];
  /** How many bytes between head and tail were dropped. */
  readonly omitted: number;
  /** How many bytes came in all. */
  readonly total: number;
}

/** What there is from a position of the stream on. */
export interface KeptStretch {
  /** A copy, because the original may be overwritten later. */
  readonly bytes: RedactedBytes;
  /** How many bytes before these were dropped. */
  readonly omitted: number;
}

const FIRST_BYTES = 4096;
/**
 * From this size on, the whole bound is allocated at once: memory that is not written to costs nothing, copies left
 * behind do.
 */
const LAST_STEP_BYTES = 256 * 1024;

/**
 * One buffer, which grows up to the bound. After that its second half is used as a ring: a gigabyte that flows through
 * leaves no garbage, and nothing that was pushed is held on to.
 */
export class KeptBytes {
  readonly #bound: number;
  readonly #headMax: number;
  #bytes: Buffer = Buffer.alloc(0);
  /** Where the next byte goes. */
  #at = 0;
  #total = 0;
  #lines = 0;

  /** Half of the bound for each end, because what a command printed last says most about how it ended. */
  constructor(bound: number) {
    this.#bound = bound;
    this.#headMax = Math.floor(bound / 2);
  }

  push(chunk: RedactedBytes): void {
    this.#total += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.#lines += 1;
    this.#makeRoom(Math.min(this.#bound, this.#total));
    const straight = chunk.copy(this.#bytes, this.#at);
    this.#at += straight;
    if (straight < chunk.length) this.#goRound(chunk.subarray(straight));
  }

  get total(): number {
    return this.#total;
  }

  /** How many lines ended in all, kept or not. */
  get lines(): number {
    return this.#lines;
  }

  /** Views, to be read at once: the next bytes overwrite the tail. */
  kept(): Kept {
    const cut = this.#total > this.#bound;
    const pieces = cut
      ? [this.#bytes.subarray(this.#at), this.#bytes.subarray(this.#headMax, this.#at)]
      : [this.#bytes.subarray(this.#headMax, this.#at)];
    return {
      head: this.#bytes.subarray(0, Math.min(this.#headMax, this.#total)) as RedactedBytes,
      tail: pieces as RedactedBytes[],
      omitted: Math.max(0, this.#total - this.#bound),
      total: this.#total,
    };
  }

  /** The same as one piece, if nothing was dropped. */
  whole(): RedactedBytes | null {
    return this.#total > this.#bound ? null : (this.#bytes.subarray(0, this.#total) as RedactedBytes);
  }

  /** At most this many bytes from a position on, for a reader at its own pace. */
  from(place: number, most: number): KeptStretch {
    const size = this.#bound - this.#headMax;
    const oldest = Math.max(this.#headMax, this.#total - size);
    const inHead = place < this.#headMax;
    const start = inHead ? place : Math.max(place, oldest);
    const at = inHead ? start : this.#headMax + ((start - this.#headMax) % size);
    const left = Math.max(0, this.#total - start);
    const straight = Math.min(most, left, (inHead ? this.#headMax : this.#bound) - at);
    const bytes = Buffer.from(this.#bytes.subarray(at, at + straight)) as RedactedBytes;
    return { bytes, omitted: start - place };
  }

  #makeRoom(size: number): void {
    if (size <= this.#bytes.length) return;
    const wanted = size > LAST_STEP_BYTES ? this.#bound : Math.max(FIRST_BYTES, 2 * size);
    const grown = Buffer.allocUnsafeSlow(Math.min(this.#bound, wanted));
    this.#bytes.copy(grown, 0, 0, this.#at);
    this.#bytes = grown;
  }

  #goRound(chunk: Buffer): void {
    const size = this.#bound - this.#headMax;
    const last = chunk.subarray(-size);
    // Bytes that are overwritten before they were read still move the position.
    const skipped = (chunk.length - last.length) % size;
    this.#at = this.#headMax + ((this.#at - this.#headMax + skipped) % size);
    const straight = last.copy(this.#bytes, this.#at);
    last.copy(this.#bytes, this.#headMax, straight);
    this.#at = this.#headMax + ((this.#at - this.#headMax + last.length) % size);
  }
}
