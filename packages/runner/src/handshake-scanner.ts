/**
 * Finds the bootstrap's messages in a stream: drops the noise before them, passes on the command's own bytes after
 * them.
 */

export interface Scanned {
  /** The shell waits for its payload. This is its process id, which is also its group if it leads one. */
  readonly ready?: number;
  /** The command has started. */
  readonly started?: true;
  /** The working directory cannot be entered; the command will not start. */
  readonly cwdMissing?: true;
  /** Bytes of the command itself; empty before `started`. */
  readonly output: Buffer;
}

/** How much of what was dropped is kept, to explain a start that failed. */
const NOISE_KEPT = 2048;
const RECORD_SEPARATOR = 0x1e;
/** The longest word after the nonce is a process id. */
const LONGEST_WORD = 20;
const NOTHING = Buffer.alloc(0);

export class HandshakeScanner {
  readonly #head: Buffer;
  #passing = false;
  #held: Buffer = NOTHING;
  #noise: Buffer = NOTHING;

  constructor(nonce: string) {
    this.#head = Buffer.from(`\x1e${nonce}:`);
  }

  /** The end of what was dropped so far. It is not the command's output, but it is not redacted either. */
  get noise(): Buffer {
    return Buffer.concat([this.#noise, this.#held]);
  }

  push(chunk: Buffer): Scanned {
    if (this.#passing) return { output: chunk };
    const found: { -readonly [key in keyof Scanned]: Scanned[key] } = { output: NOTHING };
    let rest = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    for (;;) {
      const start = rest.indexOf(this.#head);
      const from = start + this.#head.length;
      const end = start < 0 ? -1 : rest.indexOf(RECORD_SEPARATOR, from);
      if (start < 0 || (end < 0 && rest.length - from <= LONGEST_WORD)) {
        const keep = start < 0 ? Math.max(0, rest.length - this.#head.length + 1) : start;
        this.#drop(rest.subarray(0, keep));
        this.#held = Buffer.from(rest.subarray(keep));
        return found;
      }
      this.#drop(rest.subarray(0, start));
      const word = end < 0 || end - from > LONGEST_WORD ? '' : rest.toString('latin1', from, end);
      rest = rest.subarray(word === '' ? from : end + 1);
      if (/^[0-9]+$/.test(word)) found.ready = Number(word);
      else if (word === 'cwd') found.cwdMissing = true;
      else if (word === 'go') {
        this.#passing = true;
        this.#held = NOTHING;
        found.started = true;
        found.output = rest;
        return found;
      }
    }
  }

  #drop(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#noise = Buffer.from(Buffer.concat([this.#noise, bytes.subarray(-NOISE_KEPT)]).subarray(-NOISE_KEPT));
  }
}
