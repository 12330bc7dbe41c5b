/** The output of one command: redacted as it comes, kept within bounds, streamed to followers. */
import { EXECUTION_LIMITS, type OutputStretches } from '@synapse/contract';
import type { OutputSink } from '@synapse/runner';
import {
  ownWords,
  type RedactedBytes,
  type RedactedText,
  type RedactionStream,
  type Redactor,
  redactedBytesOf,
  redactedTextOf,
} from '../../redaction/index.ts';
import { finishInTurns } from '../../vault/finish-in-turns.ts';
import { KeptBytes } from './kept-bytes.ts';
import { OutputOrder } from './output-order.ts';
import { type OutputTurns, outputTurns } from './output-turns.ts';

export type Stream = 'stdout' | 'stderr';
/** Called with the number of new bytes: none, where all that came is held back. */
export type Follower = (stream: Stream, bytes: number) => void;

const STREAMS = ['stdout', 'stderr'] as const;

/** Called with the bytes that have passed, whose buffers are no longer needed. */
export interface Pace {
  passed(bytes: number): void;
}

export interface CollectedText {
  readonly text: RedactedText;
  /** How many bytes the command wrote, kept or not. */
  readonly bytes: number;
  /** True when the middle was dropped. */
  readonly cut: boolean;
  /** How many lines it wrote, where that is known of those that were dropped. */
  readonly lines?: number | undefined;
  /** What each step of the command printed, where that is known. Joined, they are the text. */
  readonly steps?: readonly StepText[] | undefined;
}

export interface StepText {
  readonly step: number;
  /** Null for the last one: it ended as the command did. */
  readonly status: number | null;
  readonly text: RedactedText;
}

/** Both streams, and the redactor of the vault as it is now, for whatever is made out of them. */
export interface Collected extends Record<Stream, CollectedText> {
  readonly redactor: Redactor;
  /** In which order the lines of both came; null where that is not known, or only one of them has any. */
  readonly order: OutputStretches | null;
}

export function textsOf({ stdout, stderr }: Collected): Record<Stream, RedactedText> {
  return { stdout: stdout.text, stderr: stderr.text };
}

/** What is redacted at once. */
const SLICE = 16 * 1024;
const MOST = { stdout: EXECUTION_LIMITS.stdoutBytes, stderr: EXECUTION_LIMITS.stderrBytes };

export class Output implements OutputSink {
  /** Most commands print on one stream at most, so the redactor of the other is made only when needed. */
  readonly #streams: Record<Stream, { redaction: RedactionStream | null; kept: KeptBytes; leftOut: number }>;
  /** In which order the streams came; null where its source does not know it. */
  #order: OutputOrder | null = new OutputOrder();
  /** The text, once it is complete. It replaces the bytes, which are dropped. */
  #whole: Collected | null = null;
  readonly #followers = new Set<Follower>();
  readonly #redactor: Redactor;
  readonly #newest: (version?: number) => Promise<Redactor>;
  readonly #pace: Pace;
  readonly #turns: OutputTurns;
  /** What has come and was not taken yet, in its order. */
  #waiting: (() => void)[] = [];
  #working: Promise<void> | null = null;
  #ended = false;
  /** Where the steps of the command begin in the stored stdout, and how the step before each ended. */
  readonly #steps: { readonly step: number; readonly statusBefore: number; readonly at: number }[] = [];
  /** How many stretches were replaced by the name of a secret as they came. */
  redactions = 0;

  /**
   * `newest` returns the vault as it is when it is called, or in a version that was just read: a secret may be added
   * while the command runs.
   */
  constructor(
    redactor: Redactor,
    newest: (version?: number) => Promise<Redactor>,
    pace: Pace,
    most: Readonly<Record<Stream, number>> = MOST,
    turns: OutputTurns = outputTurns,
  ) {
    this.#turns = turns;
    this.#redactor = redactor;
    this.#newest = newest;
    this.#pace = pace;
    this.#streams = {
      stdout: { redaction: null, kept: new KeptBytes(most.stdout), leftOut: 0 },
      stderr: { redaction: null, kept: new KeptBytes(most.stderr), leftOut: 0 },
    };
  }

  /** Resolves when it was taken, where others have to be served first. */
  stdout(chunk: Buffer): void | Promise<void> {
    return this.#take('stdout', chunk);
  }

  stderr(chunk: Buffer): void | Promise<void> {
    return this.#take('stderr', chunk);
  }

  /** What stdout gets from here on is printed by this step; the one before it ended with this status. */
  beginStep(step: number, statusBefore: number): void {
    void this.#inOrder(() => {
      const { redaction, kept } = this.#streams.stdout;
      if (redaction === null) this.#steps.push({ step, statusBefore, at: kept.total });
      else redaction.mark((at) => this.#steps.push({ step, statusBefore, at }));
    });
  }

  /** So many bytes were printed and are nowhere any more. */
  leaveOut(stream: Stream, bytes: number): void {
    if (this.#ended || bytes <= 0) return;
    void this.#inOrder(() => {
      const one = this.#streams[stream];
      // What stood in front of the gap and what stands behind it are not one text.
      if (one.redaction !== null) this.#keep(stream, one.redaction.end());
      one.redaction = null;
      this.#keep(stream, ownWords(`\n... ${bytes} bytes left out: more than is kept ...\n`));
      one.leftOut += bytes;
    });
  }

  /** The streams are read one after the other: which line came before which is not known. */
  forgetOrder(): void {
    this.#order = null;
  }

  /** The streams as they came so far: one up to a number of bytes, then the other. Null: not known. */
  orderSoFar(): readonly { readonly stream: Stream; readonly until: number }[] | null {
    if (this.#order === null || this.#whole !== null) return null;
    const { stdout, stderr } = this.#streams;
    if (stdout.leftOut + stderr.leftOut > 0) return null;
    return this.#order.stretches({ stdout: stdout.kept.total, stderr: stderr.kept.total });
  }

  /** Releases what was held back as the possible start of a secret. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    // A source that awaits each chunk has left nothing here.
    for (const work of this.#waiting.splice(0)) work();
    for (const stream of STREAMS) {
      const { redaction } = this.#streams[stream];
      if (redaction !== null) this.#keep(stream, redaction.end());
    }
  }

  /**
   * What was collected so far, also without secrets that were added meanwhile: for whatever is kept or returned.
   * `version`: of the vault, where it was just read.
   */
  async collect(version?: number): Promise<Collected> {
    // The command has run. If the database is away, its output is still there.
    const newest = await this.#newest(version).catch(() => this.#redactor);
    const read = async (stream: Stream): Promise<CollectedText> => {
      const collected = this.read(stream);
      if (newest === this.#redactor) return collected;
      return { ...collected, text: await finishInTurns(newest.redactSteps(collected.text)), steps: undefined };
    };
    const order = this.#whole === null ? this.#lineOrder() : this.#whole.order;
    return { stdout: await read('stdout'), stderr: await read('stderr'), redactor: newest, order };
  }

  /** Null where some of it was dropped. */
  #lineOrder(): OutputStretches | null {
    const { stdout, stderr } = this.#streams;
    const [out, err] = [stdout.kept.whole(), stderr.kept.whole()];
    if (this.#order === null || out === null || err === null || stdout.leftOut + stderr.leftOut > 0) return null;
    return out.length === 0 || err.length === 0 ? null : this.#order.ofLines({ stdout: out, stderr: err });
  }

  /** All of it, after the end. The bytes are dropped; only the text is held from here on. */
  async collectWhole(version?: number): Promise<Collected> {
    this.#whole = await this.collect(version);
    for (const stream of STREAMS) {
      this.#pace.passed(this.#streams[stream].kept.total);
      this.#streams[stream].kept = new KeptBytes(0);
    }
    return this.#whole;
  }

  /** What was collected so far, as the redactor let it through. */
  read(stream: Stream): CollectedText {
    if (this.#whole !== null) return this.#whole[stream];
    const { kept, leftOut } = this.#streams[stream];
    const steps = stream === 'stdout' && leftOut === 0 ? this.#stepTexts(kept) : undefined;
    const lines = leftOut === 0 ? kept.lines : undefined;
    return {
      text: textOf(kept),
      bytes: kept.total + leftOut,
      cut: leftOut > 0 || kept.kept().omitted > 0,
      lines,
      steps,
    };
  }

  /** Undefined where the command has no steps, or where some of it was dropped. */
  #stepTexts(kept: KeptBytes): StepText[] | undefined {
    const whole = kept.whole();
    if (this.#steps.length === 0 || whole === null) return undefined;
    return this.#steps.map(({ step, at }, i) => {
      const next = this.#steps[i + 1];
      const bytes = whole.subarray(i === 0 ? 0 : at, next?.at ?? whole.length) as RedactedBytes;
      return { step, status: next?.statusBefore ?? null, text: redactedTextOf([bytes]) };
    });
  }

  bytes(stream: Stream): number {
    return this.#whole?.[stream].bytes ?? this.#streams[stream].kept.total;
  }

  /** Its bytes, to be read at the reader's own pace, also after the end, without a copy of all of it. */
  readAlong(): Record<Stream, Pick<KeptBytes, 'from' | 'total'>> {
    const { stdout, stderr } = this.#streams;
    if (this.#whole === null) return { stdout: stdout.kept, stderr: stderr.kept };
    return { stdout: bytesOf(this.#whole.stdout.text), stderr: bytesOf(this.#whole.stderr.text) };
  }

  /** The redactor that the output passed, and the one of the vault as it is now. */
  async redactors(): Promise<{ readonly first: Redactor; readonly newest: Redactor }> {
    return { first: this.#redactor, newest: await this.#newest() };
  }

  /** What is held back at this moment, as far as a follower may see it; null if nothing is. */
  ahead(stream: Stream): RedactedBytes | null {
    return this.#ended ? null : (this.#streams[stream].redaction?.ahead() ?? null);
  }

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  #take(stream: Stream, chunk: Buffer): void | Promise<void> {
    if (this.#ended) return;
    let taken: Promise<void> | undefined;
    for (let at = 0; at < chunk.length; at += SLICE) {
      const slice = chunk.subarray(at, at + SLICE);
      const later = this.#inOrder(() => {
        const one = this.#streams[stream];
        one.redaction ??= this.#redaction();
        this.#order?.note(stream, (from, onPlaced) => this.#streams[from].redaction?.mark(onPlaced));
        this.#keep(stream, one.redaction.push(slice));
        this.#pace.passed(slice.length);
      });
      if (later !== undefined) taken = later;
    }
    return taken;
  }

  /** At once, where nothing waits and this turn has room; otherwise after what came before it. */
  #inOrder(work: () => void): void | Promise<void> {
    if (this.#working === null && this.#turns.hasRoom()) return work();
    this.#waiting.push(work);
    this.#working ??= this.#workOff().finally(() => {
      this.#working = null;
    });
    return this.#working;
  }

  async #workOff(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#turns.next();
      while (this.#waiting.length > 0 && this.#turns.hasRoom()) this.#waiting.shift()!();
    }
  }

  #redaction(): RedactionStream {
    const onCover = (): void => {
      this.redactions += 1;
    };
    return this.#redactor.stream({ onCover });
  }

  #keep(stream: Stream, chunk: RedactedBytes): void {
    if (chunk.length > 0) this.#streams[stream].kept.push(chunk);
    for (const follower of this.#followers) follower(stream, chunk.length);
  }
}

function bytesOf(text: RedactedText): KeptBytes {
  const bytes = redactedBytesOf(text);
  // Twice as much is kept, so that what a reader has reached is not dropped.
  const kept = new KeptBytes(2 * bytes.length);
  kept.push(bytes);
  return kept;
}

function textOf(bytes: KeptBytes): RedactedText {
  const whole = bytes.whole();
  if (whole !== null) return redactedTextOf([whole]);
  const { head, tail, omitted } = bytes.kept();
  // Plain ASCII: a single other character would double the memory of these megabytes.
  const marker = ownWords(`\n... ${omitted} bytes left out: more than is kept ...\n`);
  return redactedTextOf([head, marker, ...tail]);
}
