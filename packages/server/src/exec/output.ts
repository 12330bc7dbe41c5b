/** The output of one command: redacted as it comes, kept within bounds, shown live to whoever follows it. */
import { EXECUTION_LIMITS } from '@synapse/contract';
import type { OutputSink } from '@synapse/runner';
import {
  deriveRedacted,
  type RedactedBytes,
  type RedactedText,
  type Redactor,
  redactedTextOf,
} from '../redaction/index.ts';
import { type Kept, KeptBytes } from './kept-bytes.ts';

export type Stream = 'stdout' | 'stderr';
export type Follower = (stream: Stream, chunk: RedactedBytes) => void;

export interface CollectedText {
  readonly text: RedactedText;
  /** Bytes that the command wrote, kept or not. */
  readonly bytes: number;
  /** True when the middle was let go. */
  readonly cut: boolean;
}

export class Output implements OutputSink {
  readonly #streams: Record<Stream, { redaction: ReturnType<Redactor['stream']>; kept: KeptBytes }>;
  readonly #followers = new Set<Follower>();
  readonly #redactor: Redactor;
  readonly #newest: () => Promise<Redactor>;
  #ended = false;

  /** `newest` knows the vault as it is when it is asked: a secret may be put while the command runs. */
  constructor(redactor: Redactor, newest: () => Promise<Redactor>) {
    this.#redactor = redactor;
    this.#newest = newest;
    this.#streams = {
      stdout: { redaction: redactor.stream(), kept: new KeptBytes(EXECUTION_LIMITS.stdoutBytes) },
      stderr: { redaction: redactor.stream(), kept: new KeptBytes(EXECUTION_LIMITS.stderrBytes) },
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
    for (const stream of ['stdout', 'stderr'] as const) this.#keep(stream, this.#streams[stream].redaction.end());
  }

  /** What was collected so far, without what has become a secret meanwhile either: for whatever is kept or returned. */
  async collect(): Promise<Record<Stream, CollectedText>> {
    // The command has run: a database that is away does not take its output away.
    const newest = await this.#newest().catch(() => this.#redactor);
    const read = (stream: Stream): CollectedText => {
      const collected = this.read(stream);
      return newest === this.#redactor ? collected : { ...collected, text: newest.redactText(collected.text) };
    };
    return { stdout: read('stdout'), stderr: read('stderr') };
  }

  /** What was collected so far, as it was let through. */
  read(stream: Stream): CollectedText {
    const kept = this.#streams[stream].kept.kept();
    return { text: joinKept(kept), bytes: kept.total, cut: kept.omitted > 0 };
  }

  bytes(stream: Stream): number {
    return this.#streams[stream].kept.total;
  }

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  #take(stream: Stream, chunk: Buffer): void {
    if (!this.#ended) this.#keep(stream, this.#streams[stream].redaction.push(chunk));
  }

  #keep(stream: Stream, chunk: RedactedBytes): void {
    if (chunk.length === 0) return;
    this.#streams[stream].kept.push(chunk);
    for (const follower of this.#followers) follower(stream, chunk);
  }
}

function joinKept({ head, tail, omitted }: Kept): RedactedText {
  if (omitted === 0) return redactedTextOf([...head, ...tail]);
  const [start, end] = [redactedTextOf(head), redactedTextOf(tail)];
  // Plain ASCII: one other character would double the memory of these megabytes.
  return deriveRedacted(start, (text) => `${text}\n... ${omitted} bytes left out: more than is kept ...\n${end}`);
}
