/** Redacts one stream: every automaton reads it, and what any of them finds is removed. */
import { type Cover, CoveredOutput } from './covered-output.ts';
import { HeldBytes } from './held-bytes.ts';
import { LastBytes } from './last-bytes.ts';
import type { Report } from './matcher.ts';
import { brandBytes, type RedactedBytes } from './redacted.ts';
import { createScanner, type ScanTables } from './scanner.ts';

export interface RedactionStream {
  /**
   * Takes raw bytes and returns what is final: everything but the current partial match. The result may share memory
   * with `chunk`, which must not be written to afterwards.
   */
  push(chunk: Buffer): RedactedBytes;
  /** The stream is over: returns what was held back. */
  end(): RedactedBytes;
  /** Remembers this place of the stream: `onPlaced` is told how many bytes were returned before it, once that is known. */
  mark(onPlaced: (before: number) => void): void;
  /** For another stream that goes on where this one is. Null for one that was not made for that. */
  state(): StreamState | null;
}

/**
 * Where a stream is: its last bytes, raw. No match is longer than what is kept of them, so whoever reads them again
 * knows as much as whoever read all of it.
 */
export interface StreamState {
  readonly raw: Buffer;
  /** So many of them were let out or are covered, the last match by this name. */
  readonly cover: number;
  readonly lastName: string;
}

export interface StreamOptions {
  /** Gets the names: for searching something that will not be shown. */
  readonly onFound?: (name: string) => void;
  /** Is told what was taken out. */
  readonly onCover?: ((cover: Cover) => void) | null;
  /** Another one may have to go on with it: its last bytes are kept. */
  readonly mayMove?: boolean;
  /** Goes on from here: what is pushed first has to be the `raw` of this. */
  readonly from?: StreamState;
}

/** Beyond the longest match: the row of a dump that it begins in. */
const SLACK = 4096;

export function createRedactionStream(
  all: readonly ScanTables[],
  { onFound, onCover = null, mayMove = false, from }: StreamOptions = {},
): RedactionStream {
  const output = new CoveredOutput(onCover, from);
  const held = new HeldBytes();
  const last = mayMove ? new LastBytes(Math.max(...all.map(({ maxSpan }) => maxSpan)) + SLACK) : null;
  const report: Report = (start, end, name) => {
    output.add(start, end, name);
    onFound?.(name);
  };
  // Packed data inside packed data is not unpacked.
  const unpacked = onFound === undefined ? (bytes: Buffer) => nameIn(all, bytes) : null;
  const scanners = all.map((tables) => createScanner(tables, held, report, unpacked));

  const marks: { readonly at: number; readonly onPlaced: (before: number) => void }[] = [];
  let returned = 0;

  function take(until: number): Buffer {
    const ready = output.take(until, held.bytes, held.base);
    last?.push(held.bytes.subarray(0, until - held.base));
    held.drop(until - held.base);
    returned += ready.length;
    return ready;
  }

  function release(until: number): RedactedBytes {
    if (marks.length === 0) return brandBytes(take(until));
    const pieces: Buffer[] = [];
    while (marks.length > 0 && marks[0]!.at <= until) {
      const { at, onPlaced } = marks.shift()!;
      pieces.push(take(at));
      onPlaced(returned);
    }
    pieces.push(take(until));
    return brandBytes(Buffer.concat(pieces));
  }

  return {
    push(chunk) {
      if (chunk.length === 0) return brandBytes(chunk);
      for (const scanner of scanners) scanner.settle(chunk[0]!);
      const from = held.bytes.length;
      held.append(chunk);
      let until = held.base + held.bytes.length;
      for (const scanner of scanners) {
        scanner.scan(from);
        until = Math.min(until, scanner.partialStart());
      }
      return release(until);
    },
    end() {
      for (const scanner of scanners) scanner.end();
      const rest = release(held.base + held.bytes.length);
      output.end();
      return rest;
    },
    mark(onPlaced) {
      const at = held.base + held.bytes.length;
      if (held.bytes.length === 0) onPlaced(returned);
      else marks.push({ at, onPlaced });
    },
    state() {
      if (last === null) return null;
      const { cover, lastName } = output.reached;
      const raw = Buffer.concat([last.bytes, held.bytes]);
      return { raw, cover: cover - (held.base + held.bytes.length - raw.length), lastName };
    },
  };
}

/** The first secret that is in these bytes. */
function nameIn(all: readonly ScanTables[], bytes: Buffer): string | null {
  let found: string | null = null;
  const stream = createRedactionStream(all, {
    onFound: (name) => {
      found ??= name;
    },
  });
  stream.push(bytes);
  stream.end();
  return found;
}
