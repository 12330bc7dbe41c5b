/** The stream with escapes undone (URL, JSON, C, octal, HTML) and without control sequences. */
import type { Matcher } from './matcher.ts';
import { AnsiSkipper } from './skip-ansi.ts';
import { MAX_ESCAPE, readEscape, startsEscape } from './unescape.ts';

export class UnescapeTrack {
  readonly matcher: Matcher;
  active = false;
  readonly #ansi = new AnsiSkipper();
  /** The bytes of an escape that is not complete yet, and where it began. */
  #escape = '';
  #from = 0;

  constructor(matcher: Matcher) {
    this.matcher = matcher;
  }

  push(byte: number, position: number): void {
    if (this.#escape !== '') {
      this.#escape += String.fromCharCode(byte);
      this.#read(position + 1);
    } else if (this.#ansi.takes(byte)) {
      this.matcher.diverge();
    } else if (startsEscape(byte)) {
      this.#escape = String.fromCharCode(byte);
      this.#from = position;
    } else {
      this.matcher.feed(byte, position, position + 1, false);
    }
  }

  /** An unfinished escape may become the first character of a match, so it must be held back too. */
  start(now: number): number {
    return Math.min(this.matcher.start(now), this.#escape === '' ? Number.POSITIVE_INFINITY : this.#from);
  }

  /** An escape that is not complete may become one more character. */
  holdsLittle(): boolean {
    return this.matcher.holdsLittle(this.#escape === '' ? 0 : 1);
  }

  agreesWith(state: number): boolean {
    return this.#escape === '' && this.#ansi.idle && this.matcher.agreesWith(state);
  }

  end(): void {
    while (this.#escape !== '') this.#giveUp();
  }

  #read(end: number): void {
    const reading = this.#escape.length > MAX_ESCAPE ? 'none' : readEscape(this.#escape);
    if (reading === 'more') return;
    if (reading === 'none') {
      this.#giveUp();
      return;
    }
    const to = reading.early ? end - 1 : end;
    const last = this.#escape.charCodeAt(this.#escape.length - 1);
    this.#escape = '';
    const from = reading.quoted ? to - 1 : this.#from;
    for (const byte of reading.bytes) this.matcher.feed(byte, from, to, true);
    if (reading.early) this.push(last, to);
  }

  /** It was no escape: its first byte means itself, and the others are read again. */
  #giveUp(): void {
    const bytes = Buffer.from(this.#escape, 'latin1');
    const from = this.#from;
    this.#escape = '';
    this.matcher.feed(bytes[0]!, from, from + 1, false);
    for (let at = 1; at < bytes.length; at++) this.push(bytes[at]!, from + at);
  }
}
