/** The handshakes of nested shells, found one after the other in one stream. */
import { HandshakeScanner } from './bootstrap.ts';

const NOTHING = Buffer.alloc(0);

export class HandshakeChain {
  readonly #scanners: HandshakeScanner[];
  #current = 0;
  /** The process number of the first shell, once it has reported that it is ready. */
  pid = 0;
  /** How many of the shells have reported that they are ready. */
  ready = 0;
  cwdMissing = false;

  constructor(nonces: readonly string[]) {
    this.#scanners = nonces.map((nonce) => new HandshakeScanner(nonce));
  }

  /** All shells have reported that they continue: what follows is the command's own output. */
  get passed(): boolean {
    return this.#current === this.#scanners.length;
  }

  /** What was dropped while waiting for the shell that has not answered yet. */
  get noise(): string {
    return this.#scanners[this.#current]?.noise.toString() ?? '';
  }

  /** Returns the command's own bytes. */
  push(chunk: Buffer): Buffer {
    let rest = chunk;
    while (!this.passed) {
      const found = this.#scanners[this.#current]!.push(rest);
      if (found.ready !== undefined) {
        this.ready = this.#current + 1;
        if (this.#current === 0) this.pid = found.ready;
      }
      if (found.cwdMissing) this.cwdMissing = true;
      if (!found.started) return NOTHING;
      this.#current += 1;
      rest = found.output;
    }
    return rest;
  }
}
