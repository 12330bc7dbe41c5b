/** Redacts one stream: the plain track in a tight loop, the side tracks beside it only where the stream calls for them. */
import { type Automaton, idOf, step } from './automaton.ts';
import { ColourTrack } from './colour-track.ts';
import { CoveredOutput } from './covered-output.ts';
import { DumpTrack, opensRow } from './dump-track.ts';
import { HeldBytes } from './held-bytes.ts';
import { Matcher, type Report, type ReportToken } from './matcher.ts';
import { isSeparator } from './normal-bytes.ts';
import { opensPacked, PackedTrack } from './packed-track.ts';
import { brandBytes, type RedactedBytes } from './redacted.ts';
import { runChain, runDense } from './run-states.ts';
import { ESC } from './skip-ansi.ts';
import { standsAlone, WaitingWord } from './token-words.ts';
import { mayEscape, startsEscape } from './unescape.ts';
import { UnescapeTrack } from './unescape-track.ts';

export interface RedactionStream {
  /**
   * Takes raw bytes, gives back what is final: all but the current partial match. May share memory with `chunk`, which
   * must not be written to afterwards.
   */
  push(chunk: Buffer): RedactedBytes;
  /** The stream is over: what was held back. */
  end(): RedactedBytes;
}

/** What a scan needs besides the automaton, made once per vault version. */
export interface ScanTables {
  readonly automaton: Automaton;
  /** Byte → column of the dense rows; bytes that may call for a side track lead to the column that stops the loop. */
  readonly columns: Uint8Array;
  /** A match spans no more bytes than this, so that what is held back has a bound. */
  readonly maxSpan: number;
  /** Whether any pattern depends on the number of bytes it spans. */
  readonly countsBytes: boolean;
}

const NEWLINE = 0x0a;

/** Byte → 1 where a row of a dump (hex digit, blank) or something packed (`H`, `e`) may begin. */
const OPENS_LINE = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[0-9a-fA-F H]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

export function isSpecial(byte: number): boolean {
  return byte === NEWLINE || byte === ESC || startsEscape(byte);
}

/** `onFound` is told the names: for looking into something that will not be shown. */
export function createRedactionStream(tables: ScanTables, onFound?: (name: string) => void): RedactionStream {
  const { automaton, columns, maxSpan, countsBytes } = tables;
  const { rows, classes, accept, depth, classCount: stopColumn } = automaton;
  const output = new CoveredOutput();
  const report: Report = (start, end, name) => {
    output.add(start, end, name);
    onFound?.(name);
  };
  const makeMatcher = (to: Report): Matcher => new Matcher(automaton, maxSpan, to);

  const reached = new Int32Array(1);
  const held = new HeldBytes();
  let base = 0;
  /** The byte before what is held, for telling whether a word begins there; a newline at the start of the stream. */
  let before = NEWLINE;
  let state = 0;
  /**
   * The plain track with the places of its characters: from a match on, and where one is under way at the end of a
   * chunk, until a character leads back to the shallow states. The tight loops know no places.
   */
  let marked: Matcher | null = null;
  let marking = false;
  /** Made when first needed: most streams need none. */
  let colour: ColourTrack | null = null;
  let escaped: UnescapeTrack | null = null;
  let dump: DumpTrack | null = null;
  let packed: PackedTrack | null = null;
  const word = new WaitingWord(report);

  const reportToken: ReportToken = (start, end, tokens) => {
    const name = standsAlone(held.bytes, start - base, end - base, before, tokens);
    if (name !== undefined) word.found(start, end, name, held.bytes[end - base]);
  };

  /** Where the characters of the plain track's partial match stand, the last one first; `index` is behind it. */
  function partialPositions(index: number): number[] {
    const positions: number[] = [];
    for (let at = index - 1, wanted = depth[idOf(automaton, state)]!; wanted > 0; at--) {
      if (classes[held.bytes[at]!] === 0) continue;
      positions.push(base + at);
      wanted--;
    }
    return positions;
  }

  function mark(index: number): void {
    marked ??= new Matcher(automaton, maxSpan, report, reportToken);
    marked.restart(state, partialPositions(index), base + index);
    marking = true;
  }

  /** Starts a side track with the plain track's partial match. */
  function fork(track: ColourTrack | UnescapeTrack, index: number): void {
    if (track.active) return;
    track.active = true;
    track.matcher.restart(state, partialPositions(index), base + index);
    if (marking) track.matcher.followWith(marked!);
  }

  /** One byte of the plain track, outside the tight loops. */
  function stepPlain(byte: number, index: number): void {
    const cls = classes[byte]!;
    if (!marking) {
      const next = step(automaton, state, cls);
      if (next >= 0 || cls === 0 || accept[~next] === 0) {
        state = next;
        return;
      }
      mark(index);
    }
    marked!.feed(byte, base + index, base + index + 1, false);
    state = marked!.state;
    if (state >= 0 && cls !== 0 && !marked!.follows) marking = false;
  }

  /** All tracks, byte by byte, until only the plain one is left. Returns the index reached. */
  function scanTracks(index: number): number {
    const { bytes } = held;
    let at = index;
    while (at < bytes.length) {
      const byte = bytes[at]!;
      const position = base + at;
      if (byte === ESC) {
        colour ??= new ColourTrack(makeMatcher(report));
        fork(colour, at);
      }
      if (byte === ESC || (startsEscape(byte) && !escaped?.active && mayEscape(bytes, at, countsBytes))) {
        escaped ??= new UnescapeTrack(makeMatcher(report));
        fork(escaped, at);
      }
      stepPlain(byte, at);
      if (colour?.active) {
        colour.push(byte, position);
        colour.active = !colour.agreesWith(state);
      }
      if (escaped?.active) {
        escaped.push(byte, position);
        escaped.active = !escaped.agreesWith(state);
      }
      if (dump?.active) dump.push(byte, position);
      if (packed?.active) packed.push(byte, position);
      at++;
      if (byte === NEWLINE) openLine(at);
      if (!aside()) break;
    }
    return at;
  }

  /** What may begin with a line. */
  function openLine(at: number): void {
    if (at < held.bytes.length && OPENS_LINE[held.bytes[at]!] === 0) return;
    if (!dump?.active && opensRow(held.bytes, at)) {
      dump ??= new DumpTrack(makeMatcher, report);
      dump.open(base + at);
    }
    // What was packed is not looked into for what is packed once more.
    if (onFound === undefined && !packed?.active && opensPacked(held.bytes, at)) {
      packed ??= new PackedTrack(report, (bytes) => nameIn(tables, bytes));
      packed.open(base + at);
    }
  }

  /** Whether any side track is at work. */
  function aside(): boolean {
    return (
      (colour?.active ?? false) || (escaped?.active ?? false) || (dump?.active ?? false) || (packed?.active ?? false)
    );
  }

  function scan(from: number): void {
    let at = from;
    while (at < held.bytes.length) {
      if (aside()) at = scanTracks(at);
      else at = marking ? scanMarked(at) : scanPlain(at);
    }
  }

  /** The plain track with the places of its characters, alone. */
  function scanMarked(from: number): number {
    const at = marked!.run(held.bytes, from, base, columns);
    state = marked!.state;
    if (at < held.bytes.length && columns[held.bytes[at]!] === stopColumn) return scanSpecial(at);
    marking = state < 0 || marked!.follows || isSeparator[held.bytes[at - 1]!] === 1;
    return at;
  }

  /** A byte that may call for a side track, while there is none. */
  function scanSpecial(at: number): number {
    const byte = held.bytes[at]!;
    if (byte === ESC || (byte !== NEWLINE && mayEscape(held.bytes, at, countsBytes))) return scanTracks(at);
    if (byte !== NEWLINE || marking) stepPlain(byte, at);
    if (byte === NEWLINE) openLine(at + 1);
    return at + 1;
  }

  /** The plain track alone, up to a byte that may call for another one or completes a match. */
  function scanPlain(from: number): number {
    const { bytes } = held;
    let at = from;
    while (at < bytes.length) {
      if (state >= 0) {
        at = runDense(bytes, at, state, columns, rows, reached);
        state = reached[0]!;
      } else {
        at = runChain(bytes, at, ~state, columns, automaton, reached);
        state = ~reached[0]!;
      }
      if (at === bytes.length) return at;
      const column = columns[bytes[at]!]!;
      if (column === stopColumn) {
        at = scanSpecial(at);
        if (marking || aside()) return at;
        continue;
      }
      if (column !== 0) {
        const next = step(automaton, state, column);
        if (next < 0 && accept[~next] !== 0) {
          stepPlain(bytes[at]!, at);
          return at + 1;
        }
        state = next;
      }
      at++;
    }
    return at;
  }

  /** Where the earliest match that is still possible would begin. */
  function partialStart(): number {
    const now = base + held.bytes.length;
    if (state !== 0 && !marking) mark(held.bytes.length);
    let start = Math.min(now, word.start);
    if (marking) {
      start = Math.min(start, marked!.start(now));
      state = marked!.state;
      marking = state !== 0 || marked!.follows;
    }
    for (const track of [colour, escaped, dump, packed]) if (track?.active) start = Math.min(start, track.start(now));
    return start;
  }

  function release(until: number): RedactedBytes {
    const ready = output.take(until, held.bytes, base);
    if (until > base) before = held.bytes[until - base - 1]!;
    held.drop(until - base);
    base = until;
    return brandBytes(ready);
  }

  return {
    push(chunk) {
      if (chunk.length === 0) return brandBytes(chunk);
      word.settle(chunk[0]!);
      const from = held.bytes.length;
      held.append(chunk);
      if (base === 0 && from === 0) openLine(0);
      scan(from);
      return release(partialStart());
    },
    end() {
      word.settle(NEWLINE);
      for (const track of [colour, escaped, dump, packed]) if (track?.active) track.end();
      return release(base + held.bytes.length);
    },
  };
}

/** The first secret that stands in these bytes. */
function nameIn(tables: ScanTables, bytes: Buffer): string | null {
  let found: string | null = null;
  const stream = createRedactionStream(tables, (name) => {
    found ??= name;
  });
  stream.push(bytes);
  stream.end();
  return found;
}
