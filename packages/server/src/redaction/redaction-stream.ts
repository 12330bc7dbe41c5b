/**
 * Redacts one stream: every automaton reads it, and so does the search for our own credentials and, where it is asked
 * for, that for private data by its shape. What any finds is removed.
 */
import { type Cover, CoveredOutput } from './covered-output.ts';
import { createCredentialScanner } from './credential-scanner.ts';
import { createDiffScanner } from './diff-scanner.ts';
import { createEnvironmentScanner } from './environment-scanner.ts';
import { HeldBytes } from './held-bytes.ts';
import type { Report } from './matcher.ts';
import { createNotesScanner } from './notes-scanner.ts';
import { brandBytes, type RedactedBytes } from './redacted.ts';
import { createScanner, type ScanTables } from './scanner.ts';
import { createShapeScanner } from './shape-scanner.ts';
import { createUnitScanner } from './unit-scanner.ts';

export interface RedactionStream {
  /**
   * Takes raw bytes and returns what is final: everything but the current partial match. The result may share memory
   * with `chunk`, which must not be written to afterwards.
   */
  push(chunk: Buffer): RedactedBytes;
  /** The stream is over: returns what was held back. */
  end(): RedactedBytes;
  /**
   * What is held back at this moment, for a follower: all of it if it says next to nothing of a secret, else
   * no bytes; null if nothing is held back. It is returned again by `push` or `end`, redacted by then if it has become
   * part of a secret. Nothing that is kept or answered is made of it.
   */
  ahead(): RedactedBytes | null;
  /** Remembers this place of the stream: `onPlaced` gets the number of bytes returned before it, once that is known. */
  mark(onPlaced: (before: number) => void): void;
}

export interface StreamOptions {
  /** Gets the names: for searching something that will not be shown. */
  readonly onFound?: (name: string) => void;
  /** Called for each stretch that is replaced. */
  readonly onCover?: ((cover: Cover) => void) | null;
  /** Whether private data is hidden that is known by its shape alone. */
  readonly shapes?: boolean;
}

/** What is private by its shape, or by where it stands. */
const HIDING = [createShapeScanner, createDiffScanner, createEnvironmentScanner, createUnitScanner, createNotesScanner];

export function createRedactionStream(
  all: readonly ScanTables[],
  { onFound, onCover = null, shapes = false }: StreamOptions = {},
): RedactionStream {
  const output = new CoveredOutput(onCover);
  const held = new HeldBytes();
  const reportOf =
    (yielding: ReadonlySet<string>): Report =>
    (start, end, name) => {
      if (yielding.has(name)) output.addYielding(start, end, name);
      else output.add(start, end, name);
      onFound?.(name);
    };
  // Packed data inside packed data is not unpacked.
  const unpacked = onFound === undefined ? (bytes: Buffer) => nameIn(all, bytes) : null;
  const scanners = [
    ...all.map((tables) => createScanner(tables, held, reportOf(tables.yielding), unpacked)),
    createCredentialScanner(held, reportOf(new Set())),
    ...(shapes ? HIDING : []).map((create) => create(held, reportOf(new Set()))),
  ];

  const marks: { readonly at: number; readonly onPlaced: (before: number) => void }[] = [];
  let returned = 0;

  function take(until: number): Buffer {
    const ready = output.take(until, held.bytes, held.base);
    held.drop(until - held.base);
    returned += ready.length;
    return ready;
  }

  function release(known: number, isOver: boolean): RedactedBytes {
    const until = output.settle(known, isOver);
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
      return release(until, false);
    },
    end() {
      for (const scanner of scanners) scanner.end();
      const rest = release(held.base + held.bytes.length, true);
      output.end();
      return rest;
    },
    ahead() {
      const rest = output.rest(held.bytes, held.base);
      if (rest.length === 0) return null;
      const little = !output.waits && scanners.every((scanner) => scanner.holdsLittle());
      return brandBytes(Buffer.from(little ? rest : []));
    },
    mark(onPlaced) {
      const at = held.base + held.bytes.length;
      if (held.bytes.length === 0) onPlaced(returned);
      else marks.push({ at, onPlaced });
    },
  };
}

/** The first secret that is in these bytes; one that yields only if there is no other. */
function nameIn(all: readonly ScanTables[], bytes: Buffer): string | null {
  const found: string[] = [];
  const stream = createRedactionStream(all, { onFound: (name) => found.push(name) });
  stream.push(bytes);
  stream.end();
  return found.find((name) => !all.some(({ yielding }) => yielding.has(name))) ?? found[0] ?? null;
}
