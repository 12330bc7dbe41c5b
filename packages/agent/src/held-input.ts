/** The input of a command, between the link that brings it and the command that reads it. */
import { LINK_LIMITS } from '@synapse/contract';

/** How much is read between reports to the service: often enough that it never waits. */
const TOLD_BYTES = LINK_LIMITS.smallWindowBytes / 4;

export class HeldInput implements AsyncIterable<Buffer> {
  readonly #onTaken: () => void;
  #waiting: Buffer[] = [];
  #failed = false;
  #read = 0;
  #more = Promise.withResolvers<void>();
  /** How much the command has read, as reported to the service. The service begins to send at the first report. */
  taken = -1;

  /** `onTaken` is called when there is more to tell. */
  constructor(onTaken: () => void) {
    this.#onTaken = onTaken;
  }

  /** False: more than was asked for. */
  push(data: Buffer): boolean {
    const held = this.#waiting.reduce((sum, { length }) => sum + length, 0);
    if (held + data.length > 2 * LINK_LIMITS.smallWindowBytes) return false;
    this.#waiting.push(data);
    this.#wake();
    return true;
  }

  /** There will be no more, though it was not all: the link is gone, or the service has lost its source. */
  fail(): void {
    this.#failed = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    this.#tell();
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) {
        yield next;
        this.#read += next.length;
        if (this.#read - this.taken >= TOLD_BYTES) this.#tell();
      } else if (this.#failed) throw new Error('cut');
      else await this.#more.promise;
    }
  }

  #tell(): void {
    this.taken = this.#read;
    this.#onTaken();
  }

  #wake(): void {
    this.#more.resolve();
    this.#more = Promise.withResolvers<void>();
  }
}
