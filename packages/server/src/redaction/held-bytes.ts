/**
 * The bytes of a stream that are not final yet, in memory of our own. Each is copied a bounded number of times, however
 * small the chunks are.
 */

const NEWLINE = 0x0a;
const SLACK = 4096;
/** So many bytes that are final can still be read in front of the held ones. */
const LOOK_BACK = 128;

export class HeldBytes {
  /** The bytes that are held, and those that came last. */
  bytes: Buffer = Buffer.alloc(0);
  /** The position of the first of them in the stream. */
  base = 0;
  #memory: Buffer = Buffer.alloc(0);
  /** Where `bytes` begins and ends in it. */
  #start = 0;
  #end = 0;
  /** What was read as text last: several scanners read the same. */
  #read: { readonly start: number; readonly text: string } | null = null;

  append(chunk: Buffer): void {
    if (this.#end + chunk.length > this.#memory.length) this.#move(chunk.length);
    // Only writes after the bytes that were given away, never over them.
    chunk.copy(this.#memory, this.#end);
    this.#end += chunk.length;
    this.#seen();
  }

  drop(count: number): void {
    this.base += count;
    this.#start += count;
    this.#seen();
  }

  /** The byte before them, which tells whether a word begins there. At the start of the stream it is a newline. */
  get before(): number {
    return this.#start === 0 ? NEWLINE : this.#memory[this.#start - 1]!;
  }

  /** The bytes from index `from` on, one character each, and up to `most` of those in front of them: `back` of them. */
  textFrom(from: number, most: number): { readonly text: string; readonly back: number } {
    const at = this.#start + from;
    const start = Math.max(0, at - LOOK_BACK);
    if (this.#read?.start !== start) {
      this.#read = { start, text: this.#memory.toString('latin1', start, this.#end) };
    }
    const back = Math.min(most, at - start);
    return { text: this.#read.text.slice(at - start - back), back };
  }

  #seen(): void {
    this.bytes = this.#memory.subarray(this.#start, this.#end);
    this.#read = null;
  }

  #move(more: number): void {
    const from = Math.max(0, this.#start - LOOK_BACK);
    const memory = Buffer.allocUnsafeSlow(2 * (this.#end - from + more) + SLACK);
    this.#memory.copy(memory, 0, from, this.#end);
    this.#memory = memory;
    this.#start -= from;
    this.#end -= from;
  }
}
