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
  /** The last bytes, written round and round: a gigabyte that flows through leaves no garbage. Made when it is needed. */
  #ring: Buffer | null = null;
  #ringAt = 0;
  #total = 0;

  /** Half of the bound for each end: what a command printed last says most about how it ended. */
  constructor(bound: number) {
    this.#headMax = Math.floor(bound / 2);
    this.#tailMax = bound - this.#headMax;
  }

  push(chunk: RedactedBytes): void {
    this.#total += chunk.length;
    const toHead = Math.min(this.#headMax - this.#headSize, chunk.length);
    if (toHead > 0) {
      this.#head.push(chunk.subarray(0, toHead) as RedactedBytes);
      this.#headSize += toHead;
    }
    if (toHead < chunk.length) this.#pushTail(chunk.subarray(toHead));
  }

  get total(): number {
    return this.#total;
  }

  /** Views, to be read at once: the tail is overwritten by what comes next. */
  kept(): Kept {
    const beyond = this.#total - this.#headSize;
    const size = Math.min(beyond, this.#tailMax);
    return { head: this.#head, tail: this.#tail(size), omitted: beyond - size, total: this.#total };
  }

  #tail(size: number): RedactedBytes[] {
    const ring = this.#ring;
    if (ring === null) return [];
    const pieces =
      size < ring.length ? [ring.subarray(0, size)] : [ring.subarray(this.#ringAt), ring.subarray(0, this.#ringAt)];
    return pieces as RedactedBytes[];
  }

  #pushTail(chunk: Buffer): void {
    this.#ring ??= Buffer.allocUnsafeSlow(this.#tailMax);
    const last = chunk.subarray(-this.#tailMax);
    const copied = last.copy(this.#ring, this.#ringAt);
    last.copy(this.#ring, 0, copied);
    this.#ringAt = (this.#ringAt + last.length) % this.#tailMax;
  }
}
