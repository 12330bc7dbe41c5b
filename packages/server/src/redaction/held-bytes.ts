/** The bytes of a stream that are not final yet. Each is copied a bounded number of times, however small the chunks are. */

const SLACK = 4096;

export class HeldBytes {
  /** What is held, and what came last. */
  bytes: Buffer = Buffer.alloc(0);
  /** The position of the first of them in the stream. */
  base = 0;
  /** The byte before it, for telling whether a word begins there; a newline at the start of the stream. */
  before = 0x0a;
  /** Memory of our own behind `bytes`, and where its free part begins; null while `bytes` is the caller's chunk. */
  #own: Buffer | null = null;
  #end = 0;

  append(chunk: Buffer): void {
    const held = this.bytes.length;
    if (held === 0) {
      this.bytes = chunk;
      this.#own = null;
      return;
    }
    if (this.#own === null || this.#end + chunk.length > this.#own.length) this.#move(held + chunk.length);
    // Never over what was given away: only ever behind it.
    chunk.copy(this.#own!, this.#end);
    this.#end += chunk.length;
    this.bytes = this.#own!.subarray(this.#end - held - chunk.length, this.#end);
  }

  /** Forgets the first ones. What is left of a chunk is copied, so as not to hold on to all of it. */
  drop(count: number): void {
    if (count > 0) this.before = this.bytes[count - 1]!;
    this.base += count;
    this.bytes = this.bytes.subarray(count);
    if (this.#own === null && this.bytes.length > 0) this.#move(this.bytes.length);
  }

  #move(size: number): void {
    this.#own = Buffer.allocUnsafeSlow(2 * size + SLACK);
    this.#end = this.bytes.copy(this.#own);
    this.bytes = this.#own.subarray(0, this.#end);
  }
}
