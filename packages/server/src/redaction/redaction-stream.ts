/** Redacts one stream: every automaton looks at it, and what any of them finds is taken out. */
import { CoveredOutput } from './covered-output.ts';
import { HeldBytes } from './held-bytes.ts';
import type { Report } from './matcher.ts';
import { brandBytes, type RedactedBytes } from './redacted.ts';
import { createScanner, type ScanTables } from './scanner.ts';

export interface RedactionStream {
  /**
   * Takes raw bytes, gives back what is final: all but the current partial match. May share memory with `chunk`, which
   * must not be written to afterwards.
   */
  push(chunk: Buffer): RedactedBytes;
  /** The stream is over: what was held back. */
  end(): RedactedBytes;
}

/** `onFound` is told the names: for looking into something that will not be shown. */
export function createRedactionStream(all: readonly ScanTables[], onFound?: (name: string) => void): RedactionStream {
  const output = new CoveredOutput();
  const held = new HeldBytes();
  const report: Report = (start, end, name) => {
    output.add(start, end, name);
    onFound?.(name);
  };
  // What was packed is not looked into for what is packed once more.
  const unpacked = onFound === undefined ? (bytes: Buffer) => nameIn(all, bytes) : null;
  const scanners = all.map((tables) => createScanner(tables, held, report, unpacked));

  function release(until: number): RedactedBytes {
    const ready = output.take(until, held.bytes, held.base);
    held.drop(until - held.base);
    return brandBytes(ready);
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
      return release(held.base + held.bytes.length);
    },
  };
}

/** The first secret that stands in these bytes. */
function nameIn(all: readonly ScanTables[], bytes: Buffer): string | null {
  let found: string | null = null;
  const stream = createRedactionStream(all, (name) => {
    found ??= name;
  });
  stream.push(bytes);
  stream.end();
  return found;
}
