/** Redacts one stream: the plain track in a tight loop, the side tracks beside it only where the stream calls for them. */
import { type Automaton, idOf, openPart, stateOf, step } from './automaton.ts';
import { ColourTrack } from './colour-track.ts';
import { CoveredOutput } from './covered-output.ts';
import { DumpTrack, isHexDigit } from './dump-track.ts';
import { isSeparator, isWordByte } from './normal-bytes.ts';
import type { Pattern } from './patterns.ts';
import { brandBytes, type RedactedBytes } from './redacted.ts';
import { runChain, runDense } from './run-states.ts';
import { type Report, SideTrack } from './side-track.ts';
import { ESC } from './skip-ansi.ts';
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

export function isSpecial(byte: number): boolean {
  return byte === NEWLINE || byte === ESC || startsEscape(byte);
}

export function createRedactionStream(tables: ScanTables): RedactionStream {
  const { automaton, columns, maxSpan, countsBytes } = tables;
  const { rows, classes, accept, depth, fail, ends, classCount: stopColumn } = automaton;
  const output = new CoveredOutput();
  const report: Report = (start, end, pattern) => output.add(start, end, pattern.name);
  const makeMatcher = (to: Report): SideTrack => new SideTrack(automaton, maxSpan, to);

  const reached = new Int32Array(1);
  let bytes: Buffer = Buffer.alloc(0);
  let base = 0;
  /** The byte before `bytes`, for telling whether a word begins there; a newline at the start of the stream. */
  let before = NEWLINE;
  let state = 0;
  /** Made when first needed: most streams need none. */
  let colour: ColourTrack | null = null;
  let escaped: UnescapeTrack | null = null;
  let dump: DumpTrack | null = null;
  /** A short value that stands at the end of what is there: the next byte tells whether it stands alone. */
  let word: { start: number; end: number; pattern: Pattern } | null = null;

  /** Index of the character `count` characters back from the byte at `last`, or -1 if that is too far away. */
  function walkBack(last: number, count: number): number {
    const stop = Math.max(0, last + 1 - maxSpan);
    for (let at = last; at >= stop; at--) if (isSeparator[bytes[at]!] === 0 && --count === 0) return at;
    return -1;
  }

  function found(id: number, last: number): void {
    for (let at = accept[id]!; at !== 0; at = accept[fail[at]!]!) {
      const start = walkBack(last, depth[at]!);
      if (start < 0) continue;
      for (const pattern of ends.get(at)!) {
        if (pattern.exactLength !== 0 && pattern.exactLength !== last + 1 - start) continue;
        if (pattern.token !== null && !standsAlone(pattern.token, start, last)) continue;
        if (pattern.token === null || last + 1 < bytes.length) {
          report(base + start, base + last + 1, pattern);
          return;
        }
        word ??= { start: base + start, end: base + last + 1, pattern };
      }
    }
  }

  function standsAlone(token: Buffer, start: number, last: number): boolean {
    if (isWordByte[start === 0 ? before : bytes[start - 1]!] === 1) return false;
    if (last + 1 < bytes.length && isWordByte[bytes[last + 1]!] === 1) return false;
    return bytes.compare(token, 0, token.length, start, last + 1) === 0;
  }

  function settleWord(next: number): void {
    if (word !== null && isWordByte[next] === 0) report(word.start, word.end, word.pattern);
    word = null;
  }

  /** Starts a side track with the plain track's partial match. */
  function fork(track: ColourTrack | UnescapeTrack, index: number): void {
    if (track.active) return;
    track.active = true;
    const positions: number[] = [];
    let wanted = depth[idOf(automaton, state)]!;
    for (let at = index - 1; wanted > 0; at--) {
      if (isSeparator[bytes[at]!] === 1) continue;
      positions.push(base + at);
      wanted--;
    }
    track.matcher.restart(state, positions.reverse(), base + index);
  }

  /** Whether the line that begins at `index` may be a row of a dump, as far as can be seen from here. */
  function mayBeDump(index: number): boolean {
    const stop = Math.min(index + 6, bytes.length);
    for (let at = index; at < stop; at++) if (!isHexDigit(bytes[at]!)) return false;
    return true;
  }

  /** All tracks, byte by byte, until only the plain one is left. Returns the index reached. */
  function scanTracks(index: number): number {
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
      const cls = classes[byte]!;
      state = step(automaton, state, cls);
      if (state < 0 && cls !== 0 && accept[~state] !== 0) found(~state, at);
      if (colour?.active) {
        colour.push(byte, position);
        colour.active = !colour.agreesWith(state);
      }
      if (escaped?.active) {
        escaped.push(byte, position);
        escaped.active = !escaped.agreesWith(state);
      }
      if (dump?.active) dump.push(byte, position);
      at++;
      if (byte === NEWLINE && !dump?.active && mayBeDump(at)) openDump();
      if (!colour?.active && !escaped?.active && !dump?.active) break;
    }
    return at;
  }

  function openDump(): void {
    dump ??= new DumpTrack(makeMatcher, report);
    dump.open();
  }

  function scan(from: number): void {
    let at = from;
    while (at < bytes.length) {
      if (colour?.active || escaped?.active || dump?.active) at = scanTracks(at);
      else at = scanPlain(at);
    }
  }

  /** The plain track alone, up to a byte that may call for another one, which is then taken by all. */
  function scanPlain(from: number): number {
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
      if (column === stopColumn) return scanTracks(at);
      if (column !== 0) {
        state = step(automaton, state, column);
        if (state < 0 && accept[~state] !== 0) found(~state, at);
      }
      at++;
    }
    return at;
  }

  /** Where the earliest match that is still possible would begin. */
  function partialStart(): number {
    const now = base + bytes.length;
    let start = now;
    state = openPart(automaton, state);
    for (;;) {
      const wanted = depth[idOf(automaton, state)]!;
      if (wanted === 0) break;
      const index = walkBack(bytes.length - 1, wanted);
      if (index >= 0) {
        start = base + index;
        break;
      }
      state = stateOf(automaton, fail[idOf(automaton, state)]!);
    }
    for (const track of [colour, escaped, dump]) if (track?.active) start = Math.min(start, track.start(now));
    return word === null ? start : Math.min(start, word.start);
  }

  function release(until: number): RedactedBytes {
    const ready = output.take(until, bytes, base);
    const held = until - base;
    if (held > 0) before = bytes[held - 1]!;
    bytes = Buffer.from(bytes.subarray(held));
    base = until;
    return brandBytes(ready);
  }

  return {
    push(chunk) {
      if (chunk.length === 0) return brandBytes(chunk);
      settleWord(chunk[0]!);
      const from = bytes.length;
      bytes = from === 0 ? chunk : Buffer.concat([bytes, chunk]);
      if (base === 0 && from === 0 && mayBeDump(0)) openDump();
      scan(from);
      return release(partialStart());
    },
    end() {
      settleWord(NEWLINE);
      for (const track of [colour, escaped, dump]) if (track?.active) track.end();
      return release(base + bytes.length);
    },
  };
}
