/** The last bytes of what has passed, up to a bound. */
export class LastBytes {
  readonly #bound: number;
  #bytes: Buffer = Buffer.alloc(0);
  #end = 0;

  constructor(bound: number) {
    this.#bound = bound;
  }

  push(chunk: Buffer): void {
    const added = chunk.subarray(-this.#bound);
    if (this.#end + added.length > this.#bytes.length) this.#makeRoom(added.length);
    this.#end += added.copy(this.#bytes, this.#end);
  }

  /** A view, to be read at once. */
  get bytes(): Buffer {
    return this.#bytes.subarray(Math.max(0, this.#end - this.#bound), this.#end);
  }

  /** Twice the bound, so that each byte is moved once at most. */
  #makeRoom(wanted: number): void {
    const kept = this.#bytes.subarray(Math.max(0, this.#end + wanted - this.#bound), this.#end);
    const size = Math.min(2 * this.#bound, Math.max(2 * (kept.length + wanted), FIRST_BYTES));
    const grown = size > this.#bytes.length ? Buffer.allocUnsafeSlow(size) : this.#bytes;
    this.#end = kept.copy(grown);
    this.#bytes = grown;
  }
}

const FIRST_BYTES = 1024;
