/** Keeps the head and the tail of a stream within a bound, however much flows through. */
import type { RedactedBytes } from '../redaction/index.ts';

export interface Kept {
  readonly head: readonly RedactedBytes[];
  readonly tail: readonly RedactedBytes[];
  /** Bytes between head and tail that were let go. */
  readonly omitted: number;
  /** All bytes that came. */
  readonly total: number;
}

export class KeptBytes {
  readonly #headMax: number;
  readonly #tailMax: number;
  readonly #head: RedactedBytes[] = [];
  #headSize = 0;
  #tail: RedactedBytes[] = [];
  #tailSize = 0;
  #total = 0;

  /** Half of the bound for each end: what a command printed last says most about how it ended. */
  constructor(bound: number) {
    this.#headMax = Math.floor(bound / 2);
    this.#tailMax = bound - this.#headMax;
  }

  push(chunk: RedactedBytes): void {
    this.#total += chunk.length;
    const room = this.#headMax - this.#headSize;
    const toHead = Math.min(room, chunk.length);
    if (toHead > 0) {
      this.#head.push(chunk.subarray(0, toHead) as RedactedBytes);
      this.#headSize += toHead;
    }
    if (toHead < chunk.length) this.#pushTail(chunk.subarray(toHead) as RedactedBytes);
  }

  get total(): number {
    return this.#total;
  }

  kept(): Kept {
    const surplus = Math.max(0, this.#tailSize - this.#tailMax);
    const [first, ...rest] = this.#tail;
    const tail = first === undefined ? [] : [first.subarray(surplus) as RedactedBytes, ...rest];
    return {
      head: this.#head,
      tail,
      omitted: this.#total - this.#headSize - (this.#tailSize - surplus),
      total: this.#total,
    };
  }

  #pushTail(chunk: RedactedBytes): void {
    // Copied: a slice would keep the whole buffer alive that it was cut from.
    this.#tail.push(Buffer.from(chunk.subarray(-this.#tailMax)) as RedactedBytes);
    this.#tailSize += Math.min(chunk.length, this.#tailMax);
    while (this.#tail.length > 1 && this.#tailSize - this.#tail[0]!.length >= this.#tailMax) {
      this.#tailSize -= this.#tail.shift()!.length;
    }
  }
}
