/**
 * Searches for what one automaton knows: the plain track in a tight loop, side tracks beside it only where the stream
 * needs them.
 */
import { type Automaton, idOf, isLittle, step } from './automaton.ts';
import { ColourTrack } from './colour-track.ts';
import { DumpTrack, opensRow } from './dump-track.ts';
import type { HeldBytes } from './held-bytes.ts';
import { Matcher, type Report, type ReportToken } from './matcher.ts';
import { isSeparator } from './normal-bytes.ts';
import { opensPacked, PackedTrack } from './packed-track.ts';
import { runChain, runDense } from './run-states.ts';
import { ESC } from './skip-ansi.ts';
import { standsAlone, WaitingWord } from './token-words.ts';
import { mayEscape, startsEscape } from './unescape.ts';
import { UnescapeTrack } from './unescape-track.ts';

export interface Scanner {
  /** The first byte of a chunk, before anything else is done with it. */
  settle(next: number): void;
  /** What is held, from this index on. */
  scan(from: number): void;
  /** Where the earliest match that is still possible would begin. */
  partialStart(): number;
  /** Whether what is held back for it, as of the last `partialStart`, says next to nothing of a secret. */
  holdsLittle(): boolean;
  end(): void;
}

/** What a scan needs besides the automaton, made once per vault version. */
export interface ScanTables {
  readonly automaton: Automaton;
  /** Byte → class. Bytes that may need a side track have a class of their own, after the others. */
  readonly columns: Uint8Array;
  /** Byte → where the row of its class begins, for the innermost loop; the row of that class stops it. */
  readonly rowStarts: Int32Array;
  /** A match spans no more bytes than this, so that what is held back is bounded. */
  readonly maxSpan: number;
  /** The names whose matches give way to those of others. */
  readonly yielding: ReadonlySet<string>;
  /** Whether any pattern depends on the number of bytes it spans. */
  readonly countsBytes: boolean;
}

export const NEWLINE = 0x0a;

/** Byte → 1 if a row of a dump (hex digit, blank) or packed data (`H`, `e`) may begin with it. */
const OPENS_LINE = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[0-9a-fA-F H]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

export function isSpecial(byte: number): boolean {
  return byte === NEWLINE || byte === ESC || startsEscape(byte);
}

/** `nameIn` tells which secret is in the unpacked data. Null if nothing more is unpacked. */
export function createScanner(
  tables: ScanTables,
  held: HeldBytes,
  report: Report,
  nameIn: ((bytes: Buffer) => string | null) | null,
): Scanner {
  const { automaton, columns, rowStarts, maxSpan, countsBytes } = tables;
  const { rows, classes, accept, depth, classCount: stopColumn } = automaton;
  const makeMatcher = (to: Report): Matcher => new Matcher(automaton, maxSpan, to);

  const reached = new Int32Array(1);
  let state = 0;
  /**
   * The plain track, with the places of its characters. Used after a match, and at the end of a chunk with a partial
   * match, until a character leads back to the shallow states. The tight loops do not track places.
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
    const name = standsAlone(held.bytes, start - held.base, end - held.base, held.before, tokens);
    if (name !== undefined) word.found(start, end, name, held.bytes[end - held.base]);
  };

  /** Where the characters of the plain track's partial match are, the last one first; `index` is just after it. */
  function partialPositions(index: number): number[] {
    const positions: number[] = [];
    for (let at = index - 1, wanted = depth[idOf(state)]!; wanted > 0; at--) {
      if (classes[held.bytes[at]!] === 0) continue;
      positions.push(held.base + at);
      wanted--;
    }
    return positions;
  }

  function mark(index: number): void {
    marked ??= new Matcher(automaton, maxSpan, report, reportToken);
    marked.restart(state, partialPositions(index), held.base + index);
    marking = true;
  }

  /** Starts a side track with the plain track's partial match. */
  function fork(track: ColourTrack | UnescapeTrack, index: number): void {
    if (track.active) return;
    track.active = true;
    track.matcher.restart(state, partialPositions(index), held.base + index);
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
    marked!.feed(byte, held.base + index, held.base + index + 1, false);
    state = marked!.state;
    if (state >= 0 && cls !== 0 && !marked!.follows) marking = false;
  }

  /** Runs all tracks, byte by byte, until no side track is left. Returns the index reached. */
  function scanTracks(index: number): number {
    const { bytes } = held;
    let at = index;
    while (at < bytes.length) {
      const byte = bytes[at]!;
      const position = held.base + at;
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
      if (!besides()) break;
    }
    return at;
  }

  /** What may begin with a line. */
  function openLine(at: number): void {
    if (at < held.bytes.length && OPENS_LINE[held.bytes[at]!] === 0) return;
    if (!dump?.active && opensRow(held.bytes, at)) {
      dump ??= new DumpTrack(makeMatcher, report);
      dump.open(held.base + at);
    }
    // Packed data inside packed data is not unpacked.
    if (nameIn !== null && !packed?.active && opensPacked(held.bytes, at)) {
      packed ??= new PackedTrack(report, nameIn);
      packed.open(held.base + at);
    }
  }

  /** Whether a side track is active: it goes byte by byte with the plain one. */
  function besides(): boolean {
    return Boolean(colour?.active || escaped?.active || dump?.active || packed?.active);
  }

  /** Goes from one byte that may need a side track to the next. */
  function scan(from: number): void {
    const { bytes } = held;
    let at = from;
    while (at < bytes.length) {
      if (besides()) at = scanTracks(at);
      else {
        at = scanPlain(at);
        if (at < bytes.length) at = scanSpecial(at);
      }
    }
  }

  /** A byte that may need a side track, while none is active. */
  function scanSpecial(at: number): number {
    const byte = held.bytes[at]!;
    if (byte === ESC || (byte !== NEWLINE && mayEscape(held.bytes, at, countsBytes))) return scanTracks(at);
    if (byte !== NEWLINE || marking) stepPlain(byte, at);
    if (byte === NEWLINE) openLine(at + 1);
    return at + 1;
  }

  /** The plain track alone, up to a byte that may need another track. */
  function scanPlain(from: number): number {
    const { bytes } = held;
    let at = from;
    while (at < bytes.length) {
      if (marking) {
        at = marked!.run(bytes, at, held.base, columns, rowStarts);
        state = marked!.state;
        if (at < bytes.length && columns[bytes[at]!] === stopColumn) return at;
        marking = state < 0 || marked!.follows || isSeparator[bytes[at - 1]!] === 1;
        continue;
      }
      if (state >= 0) {
        at = runDense(bytes, at, state, rowStarts, rows, reached);
        state = reached[0]!;
      } else {
        at = runChain(bytes, at, ~state, columns, automaton, reached);
        state = ~reached[0]!;
      }
      if (at === bytes.length) return at;
      const column = columns[bytes[at]!]!;
      if (column === stopColumn) return at;
      if (column !== 0) {
        const next = step(automaton, state, column);
        if (next < 0 && accept[~next] !== 0) stepPlain(bytes[at]!, at);
        else state = next;
      }
      at++;
    }
    return at;
  }

  /** Where the earliest match that is still possible would begin. */
  function partialStart(): number {
    const now = held.base + held.bytes.length;
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

  return {
    settle: (next) => word.settle(next),
    scan(from) {
      if (held.base === 0 && from === 0) openLine(0);
      scan(from);
    },
    partialStart,
    holdsLittle() {
      if (word.start !== Number.POSITIVE_INFINITY) return false;
      if (marking ? !marked!.holdsLittle() : !isLittle(automaton, state)) return false;
      return [colour, escaped, dump, packed].every((track) => !track?.active || track.holdsLittle());
    },
    end() {
      word.settle(NEWLINE);
      for (const track of [colour, escaped, dump, packed]) if (track?.active) track.end();
    },
  };
}
