/** Short values count only if they stand alone as a word, with the exact letters. */
import type { Report } from './matcher.ts';
import { isWordByte } from './normal-bytes.ts';

/** The name of the short value in the bytes [start, end); `before` is the byte before them. */
export function standsAlone(
  bytes: Buffer,
  start: number,
  end: number,
  before: number,
  tokens: ReadonlyMap<string, string>,
): string | undefined {
  if (isWordByte[start === 0 ? before : bytes[start - 1]!] === 1) return undefined;
  if (end < bytes.length && isWordByte[bytes[end]!] === 1) return undefined;
  return end - start > LONGEST_TOKEN ? undefined : tokens.get(bytes.toString('latin1', start, end));
}

/** Five characters of four bytes each, with separators between them. */
const LONGEST_TOKEN = 64;

/** A word at the end of what has arrived: the next byte tells whether it stands alone. */
export class WaitingWord {
  readonly #report: Report;
  #word: { readonly start: number; readonly end: number; readonly name: string } | null = null;

  constructor(report: Report) {
    this.#report = report;
  }

  get start(): number {
    return this.#word?.start ?? Number.POSITIVE_INFINITY;
  }

  found(start: number, end: number, name: string, next: number | undefined): void {
    if (next !== undefined) this.#report(start, end, name);
    else this.#word ??= { start, end, name };
  }

  /** The byte after it has arrived. */
  settle(next: number): void {
    if (this.#word !== null && isWordByte[next] === 0) this.#report(this.#word.start, this.#word.end, this.#word.name);
    this.#word = null;
  }
}
