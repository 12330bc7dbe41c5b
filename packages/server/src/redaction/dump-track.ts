/**
 * The data columns of a dump (xxd, hexdump, od) as one stream, and its text columns as another: values run over several
 * rows.
 */
import type { Matcher, Report } from './matcher.ts';

const NEWLINE = 0x0a;
const SPACE = 0x20;
const COLON = 0x3a;
const MINUS = 0x2d;
/** `hexdump -C` puts its text between bars, `od -z` between angle brackets. */
const BAR = 0x7c;
const OPENING = 0x3e;
const CLOSING = 0x3c;
const MIN_OFFSET = 6;
const MAX_OFFSET = 8;
/** The longest group that is not all digits: a character of several bytes. Longer ones are ordinary text. */
const MAX_WORD = 6;
/** `xxd -g 0` makes one group of a row. */
const MAX_GROUP = 64;
const MAX_ROW = 256;

/** Byte → 1 for a hex digit. */
const IS_HEX = Uint8Array.from({ length: 256 }, (_, byte) => (/[0-9a-f]/i.test(String.fromCharCode(byte)) ? 1 : 0));

/** Whether a line may be a row, judged by its first bytes: an offset, or (`od -An`) a blank and a number. */
export function opensRow(bytes: Buffer, index: number): boolean {
  const blank = bytes[index] === SPACE;
  const from = blank ? index + 1 : index;
  // From the last one: a line of a log begins with a date more often than with six digits.
  let at = Math.min(index + (blank ? 3 : MIN_OFFSET), bytes.length) - 1;
  while (at >= from && IS_HEX[bytes[at]!] === 1) at--;
  return at < from;
}

type State = 'outside' | 'offset' | 'data' | 'text-column';

export class DumpTrack {
  readonly matcher: Matcher;
  readonly #text: Matcher;
  readonly #report: Report;
  #state: State = 'outside';
  #colon = false;
  #column = 0;
  #group = 0;
  /** The group contains something other than digits and signs. */
  #wordy = false;
  #blanks = 0;
  /** Where the row began, and its text column so far. */
  #rowStart = 0;
  #dataStart = 0;
  readonly #shown = new Uint8Array(MAX_ROW);
  #shownCount = 0;
  #closing = 0;
  #found: { start: number; end: number; name: string }[] = [];

  constructor(makeMatcher: (report: Report) => Matcher, report: Report) {
    this.#report = report;
    this.#text = makeMatcher(report);
    this.matcher = makeMatcher((start, end, name) => this.#found.push({ start, end, name }));
  }

  get active(): boolean {
    return this.#state !== 'outside';
  }

  /** At the start of a line that may be the first row of a dump. */
  open(position: number): void {
    this.matcher.restart(0, [], 0);
    this.#text.restart(0, [], 0);
    this.#startRow(position);
  }

  push(byte: number, position: number): void {
    this.#column++;
    if (byte === NEWLINE && (this.#state !== 'offset' || this.#column > MIN_OFFSET)) this.#endRow(position);
    else if (this.#column > MAX_ROW) this.#leave();
    else if (this.#state === 'offset') this.#readOffset(byte, position);
    else if (this.#state === 'data') this.#readData(byte, position);
    else this.#shown[this.#shownCount++] = byte;
  }

  start(now: number): number {
    // The text column comes last. Until then, the row is not known.
    return Math.min(
      this.matcher.start(now),
      this.#text.start(now),
      this.#rowStart,
      ...this.#found.map((one) => one.start),
    );
  }

  /** An offset is no secret. The data of a row is not shown before its end: what it means is not known yet. */
  holdsLittle(): boolean {
    const isOffset = this.#state === 'offset' && this.#found.length === 0;
    return isOffset && this.matcher.holdsLittle() && this.#text.holdsLittle();
  }

  end(): void {
    this.#leave();
  }

  #startRow(position: number): void {
    this.#state = 'offset';
    this.#rowStart = position;
    this.#shownCount = 0;
    this.#closing = 0;
    this.#colon = false;
    this.#column = 0;
    this.#group = 0;
    this.#wordy = false;
    this.#blanks = 0;
  }

  #readOffset(byte: number, position: number): void {
    if (IS_HEX[byte] === 1 && this.#column <= MAX_OFFSET) return;
    this.#colon = byte === COLON;
    const ends =
      (this.#column > MIN_OFFSET && (this.#colon || byte === SPACE)) || (this.#column === 1 && byte === SPACE);
    // A second blank before the first group opens no text column.
    this.#blanks = byte === SPACE ? 1 : 0;
    this.#dataStart = position + 1;
    if (ends) this.#state = 'data';
    else this.#leave();
  }

  #readData(byte: number, position: number): void {
    if (byte === SPACE) {
      this.#blanks++;
      // xxd separates its text column by two spaces. Nowhere else in its rows are two together.
      if (this.#colon && this.#blanks === 2) this.#state = 'text-column';
      this.#group = 0;
      this.#wordy = false;
      return;
    }
    // After the data of a short row there are more blanks.
    const opensText = byte === BAR || byte === OPENING;
    if (opensText && this.#blanks >= 2 && this.#blanks !== 3 && this.#group === 0) {
      this.#state = 'text-column';
      this.#closing = byte === BAR ? BAR : CLOSING;
      return;
    }
    this.#blanks = 0;
    this.#wordy ||= IS_HEX[byte] === 0 && byte !== MINUS;
    const most = this.#wordy ? (this.#colon ? 0 : MAX_WORD) : MAX_GROUP;
    if (++this.#group > most) this.#leave();
    else this.matcher.feed(byte, position, position + 1, true);
  }

  /**
   * A text column repeats the bytes of the row, so a match is extended to the end of its row. A match in the text is
   * also removed from the data, from the first column of the row where it begins.
   */
  #endRow(position: number): void {
    const closed = this.#closing !== 0 && this.#shown[this.#shownCount - 1] === this.#closing;
    const shown = this.#shownCount - (closed ? 1 : 0);
    for (let at = 0; at < shown; at++) this.#text.feed(this.#shown[at]!, this.#dataStart, position, true);
    const repeats = this.#state === 'text-column';
    for (const { start, end, name } of this.#found) this.#report(start, repeats ? position : end, name);
    this.#found = [];
    this.#startRow(position + 1);
  }

  #leave(): void {
    for (const { start, end, name } of this.#found) this.#report(start, end, name);
    this.#found = [];
    this.#state = 'outside';
  }
}
