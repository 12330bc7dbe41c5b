/**
 * The bytes of a stream that are not final yet. Each is copied a bounded number of times, however small the chunks are.
 */

const SLACK = 4096;

export class HeldBytes {
  /** The bytes that are held, and those that came last. */
  bytes: Buffer = Buffer.alloc(0);
  /** The position of the first of them in the stream. */
  base = 0;
  /** The byte before it, which tells whether a word begins there. At the start of the stream it is a newline. */
  before = 0x0a;
  /** Our own memory behind `bytes`, and where its free part begins. Null while `bytes` is the caller's chunk. */
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
    // Only writes after the bytes that were given away, never over them.
    chunk.copy(this.#own!, this.#end);
    this.#end += chunk.length;
    this.bytes = this.#own!.subarray(this.#end - held - chunk.length, this.#end);
  }

  /** Forgets the first bytes. The rest of a chunk is copied, so that the whole chunk is not held. */
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
