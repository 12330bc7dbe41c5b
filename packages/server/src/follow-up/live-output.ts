/**
 * The output that a follower of a command gets: redacted with the vault as it is at that moment, in the order in which
 * it came. It is read from the kept output, as fast as the follower takes it; no follower has a copy of its own.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Output, Stream } from '../exec/record/output.ts';
import {
  ownWords,
  type RedactedBytes,
  type RedactedText,
  type RedactionStream,
  type Redactor,
  redactedDecoder,
  redactedTextOf,
} from '../redaction/index.ts';

/** Resolves when there is room for more; false when the listener is gone. */
export type Listener = (stream: Stream, text: RedactedText) => Promise<boolean>;

/**
 * More has come, and nothing follows it for a while: it is held back as the possible start of a secret. The text is what
 * may be shown of it already, and comes again; empty if nothing may.
 */
export type HeldListener = (stream: Stream, text: RedactedText) => void;

/** Calls back after so long. Returns what calls that off. */
export type Timer = (callback: () => void, ms: number) => () => void;

const realTimer: Timer = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/** A shorter pause is not visible. */
const QUIET_MS = 250;

const STREAMS = ['stdout', 'stderr'] as const;
const NOTHING = redactedTextOf([]);
/** How much is shown before others are served. */
const TURN_BYTES = 64 * 1024;
/**
 * How often the streams may alternate while the follower is behind. After that, only the order of the last parts is
 * kept.
 */
const MOST_RUNS = 1_000;

export class LiveOutput {
  readonly #output: Pick<Output, 'redactors' | 'ahead'>;
  readonly #bytes: ReturnType<Output['readAlong']>;
  readonly #send: Listener;
  readonly #decode = { stdout: redactedDecoder(), stderr: redactedDecoder() };
  /** The order in which it came: one stream up to a position, then the other. */
  readonly #runs: { readonly stream: Stream; until: number }[] = [];
  readonly #there = { stdout: 0, stderr: 0 };
  readonly #shown = { stdout: 0, stderr: 0 };
  #pumping: Promise<void> | null = null;
  #gone = false;
  #redactor: Redactor | null = null;
  /** Null while the output has already passed the newest redactor. */
  #again: Record<Stream, RedactionStream> | null = null;
  readonly #onHeld: HeldListener | null;
  readonly #timer: Timer;
  /** Calls off the end of the pause after what came last. */
  readonly #callOff: Record<Stream, () => void> = { stdout: () => undefined, stderr: () => undefined };

  constructor(
    output: Pick<Output, 'redactors' | 'readAlong' | 'ahead' | 'orderSoFar'>,
    send: Listener,
    onHeld: HeldListener | null = null,
    timer: Timer = realTimer,
  ) {
    this.#output = output;
    this.#bytes = output.readAlong();
    this.#send = send;
    this.#onHeld = onHeld;
    this.#timer = timer;
    for (const { stream, until } of output.orderSoFar() ?? []) this.arrived(stream, until - this.#there[stream]);
    for (const stream of STREAMS) this.arrived(stream, this.#bytes[stream].total - this.#there[stream]);
  }

  /** This many more bytes can be read. */
  arrived(stream: Stream, bytes: number): void {
    if (this.#gone) return;
    this.#awaitQuiet(stream);
    if (bytes === 0) return;
    this.#there[stream] += bytes;
    const full = this.#runs.length >= MOST_RUNS;
    const run = full ? this.#runs.findLast((one) => one.stream === stream) : this.#runs.at(-1);
    if (run?.stream === stream) run.until = this.#there[stream];
    else this.#runs.push({ stream, until: this.#there[stream] });
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = null;
    });
  }

  /** Resolves when all of it was shown. */
  async end(): Promise<void> {
    this.#stopTimers();
    await this.#pumping;
    if (this.#again === null) return;
    for (const stream of STREAMS) await this.#show(stream, this.#again[stream].end());
  }

  /** The listener is gone. */
  stop(): void {
    this.#gone = true;
    this.#stopTimers();
  }

  #awaitQuiet(stream: Stream): void {
    if (this.#onHeld === null) return;
    this.#callOff[stream]();
    this.#callOff[stream] = this.#timer(() => void this.#tellHeld(stream), QUIET_MS);
  }

  #stopTimers(): void {
    for (const stream of STREAMS) this.#callOff[stream]();
  }

  async #tellHeld(stream: Stream): Promise<void> {
    // A slow follower has not seen what comes before it: the pause is its own.
    if (this.#pumping !== null) return this.#awaitQuiet(stream);
    const known = await this.#output.redactors().catch(() => null);
    if (this.#gone || this.#pumping !== null) return;
    const ahead = this.#output.ahead(stream);
    const again = this.#again?.[stream].ahead() ?? null;
    if (ahead === null && again === null) return;
    // Where a secret was added meanwhile, what the first redactor holds back has not passed the newest one.
    const isNewest = known !== null && known.newest === known.first && this.#again === null;
    const text = isNewest && ahead !== null ? redactedDecoder()(ahead) : NOTHING;
    // Half a character is shown with its other half.
    this.#onHeld?.(stream, text.includes('\ufffd') ? NOTHING : text);
  }

  async #pump(): Promise<void> {
    for (let [run] = this.#runs; run !== undefined && !this.#gone; [run] = this.#runs) {
      if (this.#shown[run.stream] >= run.until) {
        this.#runs.shift();
        continue;
      }
      await this.#askVault();
      await this.#showSome(run.stream, run.until);
      await nextTurn();
    }
  }

  async #showSome(stream: Stream, until: number): Promise<void> {
    const place = this.#shown[stream];
    const { bytes, omitted } = this.#bytes[stream].from(place, Math.min(until - place, TURN_BYTES));
    this.#shown[stream] = place + omitted + bytes.length;
    const marked = omitted === 0 ? [] : [ownWords(`\n... ${omitted} bytes left out: more than is kept ...\n`)];
    for (const piece of [...marked, bytes]) {
      await this.#show(stream, this.#again === null ? piece : this.#again[stream].push(piece));
    }
  }

  /**
   * A secret that was added since is searched for from here on. What was held back goes through the new redactor too.
   */
  async #askVault(): Promise<void> {
    // A database that is away does not stop the view: the secrets known so far are still removed.
    const known = await this.#output.redactors().catch(() => null);
    if (known === null || known.newest === this.#redactor) return;
    const before = this.#again;
    this.#redactor = known.newest;
    this.#again =
      known.newest === known.first ? null : { stdout: known.newest.stream(), stderr: known.newest.stream() };
    if (before === null) return;
    for (const stream of STREAMS) {
      const held = before[stream].end();
      await this.#show(stream, this.#again === null ? held : this.#again[stream].push(held));
    }
  }

  async #show(stream: Stream, bytes: RedactedBytes): Promise<void> {
    const text = this.#decode[stream](bytes);
    if (text === '' || this.#gone) return;
    if (!(await this.#send(stream, text))) this.stop();
  }
}
