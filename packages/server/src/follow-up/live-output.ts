/** What somebody who follows a command is shown: redacted by the vault as it is at that moment, in the order it came. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Output, Stream } from '../exec/output.ts';
import {
  ownWords,
  type RedactedBytes,
  type RedactedText,
  type RedactionStream,
  type Redactor,
  redactedDecoder,
} from '../redaction/index.ts';

type Send = (stream: Stream, text: RedactedText) => void;

/** What waits while the vault is asked for; more than that is left out, and said so. */
const WAITING_BYTES = 16 * 1024 * 1024;
/** So much is redacted before others have their turn. */
const TURN_BYTES = 256 * 1024;

export class LiveOutput {
  readonly #redactors: Output['redactors'];
  readonly #send: Send;
  readonly #decode = { stdout: redactedDecoder(), stderr: redactedDecoder() };
  #waiting: { readonly stream: Stream; readonly chunk: RedactedBytes }[] = [];
  #waitingBytes = 0;
  #omitted = 0;
  #pumping: Promise<void> | null = null;
  #redactor: Redactor | null = null;
  /** Null while the output passed the newest redactor already. */
  #again: Record<Stream, RedactionStream> | null = null;

  constructor(redactors: Output['redactors'], send: Send) {
    this.#redactors = redactors;
    this.#send = send;
  }

  push(stream: Stream, chunk: RedactedBytes): void {
    if (this.#waitingBytes > WAITING_BYTES) {
      this.#omitted += chunk.length;
      return;
    }
    this.#waiting.push({ stream, chunk });
    this.#waitingBytes += chunk.length;
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = null;
    });
  }

  /** Resolves when all of it was sent. */
  async end(): Promise<void> {
    await this.#pumping;
    if (this.#again === null) return;
    for (const stream of ['stdout', 'stderr'] as const) this.#show(stream, this.#again[stream].end());
  }

  async #pump(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#askVault();
      const chunks = this.#waiting;
      this.#waiting = [];
      this.#waitingBytes = 0;
      if (this.#omitted > 0) {
        chunks.push({ stream: 'stdout', chunk: ownWords(`\n... ${this.#omitted} bytes left out ...\n`) });
        this.#omitted = 0;
      }
      await this.#redactAll(chunks);
    }
  }

  async #redactAll(chunks: readonly { readonly stream: Stream; readonly chunk: RedactedBytes }[]): Promise<void> {
    let done = 0;
    for (const { stream, chunk } of chunks) {
      this.#show(stream, this.#again === null ? chunk : this.#again[stream].push(chunk));
      done += this.#again === null ? 0 : chunk.length;
      if (done < TURN_BYTES) continue;
      done = 0;
      await nextTurn();
    }
  }

  /** A secret that was put since is looked for from here on; what was held back goes through the new redactor too. */
  async #askVault(): Promise<void> {
    // A database that is away does not stop the view: what was known is taken out all the same.
    const known = await this.#redactors().catch(() => null);
    if (known === null || known.newest === this.#redactor) return;
    const before = this.#again;
    this.#redactor = known.newest;
    this.#again =
      known.newest === known.first ? null : { stdout: known.newest.stream(), stderr: known.newest.stream() };
    if (before === null) return;
    for (const stream of ['stdout', 'stderr'] as const) {
      const held = before[stream].end();
      this.#show(stream, this.#again === null ? held : this.#again[stream].push(held));
    }
  }

  #show(stream: Stream, bytes: RedactedBytes): void {
    const text = this.#decode[stream](bytes);
    if (text !== '') this.#send(stream, text);
  }
}
