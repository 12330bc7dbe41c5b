/** Replaces matches by names: no byte of any match is let out, in whatever order the matches are found. */

interface Match {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** A stretch that is not let out, and what stands there instead. */
export interface Cover {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

/**
 * Matches are taken by their start, the longest first. One that lies inside what is already covered adds nothing. One
 * that reaches beyond it adds its name (unless it is the same secret again) and extends the cover.
 */
export class CoveredOutput {
  /** By start, then the longest first. None lies in another one that begins before it or with it. */
  readonly #matches: Match[] = [];
  /** How many of them are finished. */
  #done = 0;
  /** Everything before this position was let out or is covered. */
  #cover = 0;
  #lastName = '';
  readonly #onCover: ((cover: Cover) => void) | null;
  #open: Cover | null = null;
  /** By start. Not among the matches yet: one that overlaps another value's match never comes there. */
  #yielding: Match[] = [];
  /** Those that yielding ones could overlap. */
  #firm: Match[] = [];

  /** `onCover` gets each covered stretch, once it is whole. */
  constructor(onCover: ((cover: Cover) => void) | null = null) {
    this.#onCover = onCover;
  }

  /**
   * A new match is nearly always the last in order, so this takes one step. Matches that it contains are dropped, each
   * once.
   */
  add(start: number, end: number, name: string): void {
    this.#firm.push({ start, end, name });
    this.#insert(start, end, name);
  }

  /**
   * Of a value that the reader set, and knows. If it were covered next to another's value that it overlaps, the reader
   * would learn that the two have those characters in common, and could find out one after the other.
   */
  addYielding(start: number, end: number, name: string): void {
    const at = this.#yielding.findLastIndex((other) => other.start <= start);
    this.#yielding.splice(at + 1, 0, { start, end, name });
  }

  /**
   * Decides about yielding matches. No later match can begin before `known`; what is returned is how far that is final:
   * a match that may still be overlapped by a later one is held back.
   */
  settle(known: number, isOver: boolean): number {
    let until = known;
    const undecided: Match[] = [];
    const decided: Match[] = [];
    const firm = this.#yielding.length === 0 ? [] : stretchesOf(this.#firm);
    let at = 0;
    for (const match of this.#yielding) {
      const { start, end } = match;
      // Both are in order of their starts, and the stretches lie apart.
      while (at < firm.length && firm[at]!.end <= start) at++;
      if (start >= known && !isOver) undecided.push(match);
      else if (at < firm.length && firm[at]!.start < end) continue;
      else if (end > known && !isOver) {
        undecided.push(match);
        until = Math.min(until, start);
      } else decided.push(match);
    }
    this.#insertAll(decided);
    this.#yielding = undecided;
    this.#firm = this.#firm.filter(({ end }) => end > until);
    return until;
  }

  /** By start. Matches that begin later are taken out once, not for each of them. */
  #insertAll(added: readonly Match[]): void {
    if (added.length === 0) return;
    const matches = this.#matches;
    let from = matches.length;
    while (from > this.#done && matches[from - 1]!.start >= added[0]!.start) from--;
    const all = [...matches.splice(from), ...added].sort((a, b) => a.start - b.start || b.end - a.end);
    for (const { start, end, name } of all) this.#insert(start, end, name);
  }

  #insert(start: number, end: number, name: string): void {
    const matches = this.#matches;
    const later: Match[] = [];
    for (let last = matches.at(-1); last !== undefined && matches.length > this.#done; last = matches.at(-1)) {
      if (last.start < start || (last.start === start && last.end >= end)) break;
      matches.pop();
      if (last.end > end) later.push(last);
    }
    const inside = matches.length > this.#done && matches.at(-1)!.end >= end;
    if (!inside) matches.push({ start, end, name });
    while (later.length > 0) matches.push(later.pop()!);
  }

  /** What is final if no later match can begin before `until`; `bytes` begins at position `base`. */
  take(until: number, bytes: Buffer, base: number): Buffer {
    if (this.#matches.length === 0) return this.#raw(until, bytes, base);
    const pieces: Buffer[] = [];
    for (; this.#done < this.#matches.length; this.#done++) {
      const match = this.#matches[this.#done]!;
      if (match.start >= until) break;
      if (match.end > this.#cover) {
        const apart = match.start >= this.#cover;
        pieces.push(this.#raw(match.start, bytes, base));
        const named = apart || match.name !== this.#lastName ? `{{${match.name}}}` : '';
        if (named !== '') pieces.push(Buffer.from(named));
        if (this.#onCover !== null) this.#note(apart, match, named);
        this.#cover = match.end;
        this.#lastName = match.name;
      }
    }
    if (2 * this.#done >= this.#matches.length) {
      this.#matches.splice(0, this.#done);
      this.#done = 0;
    }
    pieces.push(this.#raw(until, bytes, base));
    return Buffer.concat(pieces);
  }

  /** What was neither let out nor covered so far; `bytes` begins at position `base`. */
  rest(bytes: Buffer, base: number): Buffer {
    return bytes.subarray(Math.max(0, this.#cover - base));
  }

  /** Whether a match in that rest waits for its turn. */
  get waits(): boolean {
    return this.#done < this.#matches.length || this.#yielding.length > 0;
  }

  /** The stream is over. */
  end(): void {
    if (this.#open !== null) this.#onCover?.(this.#open);
    this.#open = null;
  }

  /** A match that begins where the last one ended is a stretch of its own, unless it overlaps it. */
  #note(apart: boolean, { start, end }: Match, named: string): void {
    if (this.#open !== null && !apart) {
      this.#open = { start: this.#open.start, end, shown: this.#open.shown + named };
      return;
    }
    this.end();
    this.#open = { start, end, shown: named };
  }

  #raw(until: number, bytes: Buffer, base: number): Buffer {
    if (until <= this.#cover) return bytes.subarray(0, 0);
    const raw = bytes.subarray(this.#cover - base, until - base);
    this.#cover = until;
    return raw;
  }
}

/** What the matches cover, from left to right: where they overlap, one stretch. */
function stretchesOf(matches: readonly Match[]): { readonly start: number; end: number }[] {
  const stretches: { readonly start: number; end: number }[] = [];
  for (const { start, end } of matches.toSorted((a, b) => a.start - b.start)) {
    const last = stretches.at(-1);
    if (last === undefined || start >= last.end) stretches.push({ start, end });
    else last.end = Math.max(last.end, end);
  }
  return stretches;
}
