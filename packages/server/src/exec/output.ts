/** The output of one command: redacted as it comes, kept within bounds, shown live to whoever follows it. */
import { EXECUTION_LIMITS } from '@synapse/contract';
import type { OutputSink } from '@synapse/runner';
import {
  chunksOf,
  ownWords,
  type RedactedBytes,
  type RedactedText,
  type RedactionStream,
  type Redactor,
  redactedTextOf,
} from '../redaction/index.ts';
import { KeptBytes } from './kept-bytes.ts';

export type Stream = 'stdout' | 'stderr';
export type Follower = (stream: Stream, chunk: RedactedBytes) => void;

const STREAMS = ['stdout', 'stderr'] as const;

/** Told of the bytes that pass: their buffers are done with. */
export interface Pace {
  passed(bytes: number): void;
}

export interface CollectedText {
  readonly text: RedactedText;
  /** Bytes that the command wrote, kept or not. */
  readonly bytes: number;
  /** True when the middle was let go. */
  readonly cut: boolean;
}

/** Both streams, and the redactor of the vault as it is now, for whatever is made out of them. */
export interface Collected extends Record<Stream, CollectedText> {
  readonly redact: Redactor['redactText'];
}

export function textsOf({ stdout, stderr }: Collected): Record<Stream, RedactedText> {
  return { stdout: stdout.text, stderr: stderr.text };
}

export class Output implements OutputSink {
  /** Most commands print on one of them at most: what redacts the other is not made. */
  readonly #streams: Record<Stream, { redaction: RedactionStream | null; kept: KeptBytes }>;
  /** Once it is all there: instead of the bytes, which are let go. */
  #whole: Collected | null = null;
  readonly #followers = new Set<Follower>();
  readonly #redactor: Redactor;
  readonly #newest: () => Promise<Redactor>;
  readonly #pace: Pace;
  #ended = false;

  /** `newest` knows the vault as it is when it is asked: a secret may be put while the command runs. */
  constructor(redactor: Redactor, newest: () => Promise<Redactor>, pace: Pace) {
    this.#redactor = redactor;
    this.#newest = newest;
    this.#pace = pace;
    this.#streams = {
      stdout: { redaction: null, kept: new KeptBytes(EXECUTION_LIMITS.stdoutBytes) },
      stderr: { redaction: null, kept: new KeptBytes(EXECUTION_LIMITS.stderrBytes) },
    };
  }

  stdout(chunk: Buffer): void {
    this.#take('stdout', chunk);
  }

  stderr(chunk: Buffer): void {
    this.#take('stderr', chunk);
  }

  /** Lets out what was held back as the possible start of a secret. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const stream of STREAMS) {
      const { redaction } = this.#streams[stream];
      if (redaction !== null) this.#keep(stream, redaction.end());
    }
  }

  /** What was collected so far, without what has become a secret meanwhile either: for whatever is kept or returned. */
  async collect(): Promise<Collected> {
    // The command has run: a database that is away does not take its output away.
    const newest = await this.#newest().catch(() => this.#redactor);
    const read = (stream: Stream): CollectedText => {
      const collected = this.read(stream);
      return newest === this.#redactor ? collected : { ...collected, text: newest.redactText(collected.text) };
    };
    return { stdout: read('stdout'), stderr: read('stderr'), redact: newest.redactText };
  }

  /** All of it, after the end. The bytes are let go: from here on the text is what is held. */
  async collectWhole(): Promise<Collected> {
    this.#whole = await this.collect();
    for (const stream of STREAMS) {
      this.#pace.passed(this.#streams[stream].kept.total);
      this.#streams[stream].kept = new KeptBytes(0);
    }
    return this.#whole;
  }

  /** What was collected so far, as it was let through. */
  read(stream: Stream): CollectedText {
    if (this.#whole !== null) return this.#whole[stream];
    const { kept } = this.#streams[stream];
    return { text: textOf(kept), bytes: kept.total, cut: kept.kept().omitted > 0 };
  }

  bytes(stream: Stream): number {
    return this.#whole?.[stream].bytes ?? this.#streams[stream].kept.total;
  }

  /** The same in pieces of bytes: for whoever starts to follow. */
  chunks(stream: Stream): RedactedBytes[] {
    return chunksOf(this.read(stream).text);
  }

  /** The redactor that the output passed, and the one of the vault as it is now. */
  async redactors(): Promise<{ readonly first: Redactor; readonly newest: Redactor }> {
    return { first: this.#redactor, newest: await this.#newest() };
  }

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  #take(stream: Stream, chunk: Buffer): void {
    if (this.#ended) return;
    const one = this.#streams[stream];
    one.redaction ??= this.#redactor.stream();
    this.#keep(stream, one.redaction.push(chunk));
    this.#pace.passed(chunk.length);
  }

  #keep(stream: Stream, chunk: RedactedBytes): void {
    if (chunk.length === 0) return;
    this.#streams[stream].kept.push(chunk);
    for (const follower of this.#followers) follower(stream, chunk);
  }
}

function textOf(bytes: KeptBytes): RedactedText {
  const whole = bytes.whole();
  if (whole !== null) return redactedTextOf([whole]);
  const { head, tail, omitted } = bytes.kept();
  // Plain ASCII: one other character would double the memory of these megabytes.
  const marker = ownWords(`\n... ${omitted} bytes left out: more than is kept ...\n`);
  return redactedTextOf([head, marker, ...tail]);
}
