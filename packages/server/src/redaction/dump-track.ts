/** The data columns of a dump (xxd, hexdump, od) as one stream: finds a value that runs over its rows. */
import type { Matcher, Report } from './matcher.ts';

const NEWLINE = 0x0a;
const SPACE = 0x20;
const COLON = 0x3a;
const MINUS = 0x2d;
const MIN_OFFSET = 6;
const MAX_OFFSET = 8;
/** The longest group that is not all digits: a character of several bytes. Longer ones are ordinary text. */
const MAX_WORD = 6;
/** `xxd -g 0` makes one group of a row. */
const MAX_GROUP = 64;
const MAX_ROW = 256;

export function isHexDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46);
}

type Place = 'outside' | 'offset' | 'data' | 'text-column';

export class DumpTrack {
  readonly matcher: Matcher;
  readonly #report: Report;
  #place: Place = 'outside';
  #colon = false;
  #column = 0;
  #group = 0;
  /** The group holds something besides digits and signs. */
  #wordy = false;
  #blanks = 0;
  #found: { start: number; end: number; name: string }[] = [];

  constructor(makeMatcher: (report: Report) => Matcher, report: Report) {
    this.#report = report;
    this.matcher = makeMatcher((start, end, name) => this.#found.push({ start, end, name }));
  }

  get active(): boolean {
    return this.#place !== 'outside';
  }

  /** At the start of a line that may be the first row of a dump. */
  open(): void {
    this.matcher.restart(0, [], 0);
    this.#startRow();
  }

  push(byte: number, position: number): void {
    this.#column++;
    if (byte === NEWLINE && (this.#place !== 'offset' || this.#column > MIN_OFFSET)) this.#endRow(position);
    else if (this.#column > MAX_ROW) this.#leave();
    else if (this.#place === 'offset') this.#readOffset(byte);
    else if (this.#place === 'data') this.#readData(byte, position);
  }

  start(now: number): number {
    return Math.min(this.matcher.start(now), ...this.#found.map((match) => match.start));
  }

  end(): void {
    this.#leave();
  }

  #startRow(): void {
    this.#place = 'offset';
    this.#colon = false;
    this.#column = 0;
    this.#group = 0;
    this.#wordy = false;
    this.#blanks = 0;
  }

  #readOffset(byte: number): void {
    if (isHexDigit(byte) && this.#column <= MAX_OFFSET) return;
    this.#colon = byte === COLON;
    const ends = this.#column > MIN_OFFSET && (this.#colon || byte === SPACE);
    if (ends) this.#place = 'data';
    else this.#leave();
  }

  #readData(byte: number, position: number): void {
    if (byte === SPACE) {
      this.#blanks++;
      // xxd sets its text column off by two spaces; nowhere else in its rows do two stand together.
      if (this.#colon && this.#blanks === 2) this.#place = 'text-column';
      this.#group = 0;
      this.#wordy = false;
      return;
    }
    const opensText = byte === 0x7c || byte === 0x3e;
    if (opensText && this.#blanks === 2 && this.#group === 0) {
      this.#place = 'text-column';
      return;
    }
    this.#blanks = 0;
    this.#wordy ||= !isHexDigit(byte) && byte !== MINUS;
    const most = this.#wordy ? (this.#colon ? 0 : MAX_WORD) : MAX_GROUP;
    if (++this.#group > most) this.#leave();
    else this.matcher.feed(byte, position, position + 1, true);
  }

  /** The text column repeats the bytes of the row, so what is found goes to the end of its row. */
  #endRow(position: number): void {
    for (const { start, name } of this.#found) this.#report(start, position, name);
    this.#found = [];
    this.#startRow();
  }

  #leave(): void {
    for (const { start, end, name } of this.#found) this.#report(start, end, name);
    this.#found = [];
    this.#place = 'outside';
  }
}
