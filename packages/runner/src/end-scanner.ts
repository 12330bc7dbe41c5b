/**
 * Finds the mark in the output with which the supervisor reports the command's end. Holds back only what may be that
 * mark.
 */

const RECORD_SEPARATOR = 0x1e;
/** `end:` and an exit code of three digits, then the closing separator. */
const LONGEST_WORD = 8;
const NOTHING = Buffer.alloc(0);

/** Shell text that prints the mark, with the exit code in `$r`. */
export const sayEnd = (nonce: string): string => `printf "\\036${nonce}:end:%s\\036" "$r"`;

export class EndScanner {
  readonly #head: Buffer;
  #held: Buffer = NOTHING;
  /** Null until the end was seen. */
  code: number | null = null;

  constructor(nonce: string) {
    this.#head = Buffer.from(`\x1e${nonce}:end:`);
  }

  /** The command's own bytes. What comes after its end was printed by a child it left behind, and is dropped. */
  push(chunk: Buffer): Buffer {
    if (this.code !== null) return NOTHING;
    const text = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const start = text.indexOf(this.#head);
    if (start >= 0) {
      const end = text.indexOf(RECORD_SEPARATOR, start + this.#head.length);
      if (end < 0 && text.length - start <= this.#head.length + LONGEST_WORD) return this.#hold(text, start);
      const code = Number(text.toString('latin1', start + this.#head.length, end));
      this.code = Number.isInteger(code) ? code : 255;
      this.#held = NOTHING;
      return text.subarray(0, start);
    }
    const tail = text.lastIndexOf(RECORD_SEPARATOR);
    const partial =
      tail >= 0 && text.length - tail < this.#head.length && this.#head.indexOf(text.subarray(tail)) === 0;
    return this.#hold(text, partial ? tail : text.length);
  }

  /** At the end of the stream: returns what was held back after all. */
  flush(): Buffer {
    const held = this.#held;
    this.#held = NOTHING;
    return held;
  }

  #hold(text: Buffer, from: number): Buffer {
    this.#held = from === text.length ? NOTHING : Buffer.from(text.subarray(from));
    return text.subarray(0, from);
  }
}
