/** Puts names in the place of matches: no byte that lies in any match goes out, whatever the matches' order of discovery. */

interface Match {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/**
 * Matches go by their start, the longest first; one inside what is already covered is silent, one that reaches beyond it
 * adds its name (unless it is the same secret again) and extends the cover.
 */
export class CoveredOutput {
  #matches: Match[] = [];
  /** Everything before this position has gone out or is covered. */
  #cover = 0;
  #lastName = '';

  add(start: number, end: number, name: string): void {
    this.#matches.push({ start, end, name });
  }

  /** What is final when no later match can begin before `until`; `bytes` begins at position `base`. */
  take(until: number, bytes: Buffer, base: number): Buffer {
    if (this.#matches.length === 0) return this.#raw(until, bytes, base);
    const pieces: Buffer[] = [];
    const waiting: Match[] = [];
    for (const match of this.#matches.sort((a, b) => a.start - b.start || b.end - a.end)) {
      if (match.start >= until) {
        waiting.push(match);
      } else if (match.end > this.#cover) {
        const apart = match.start >= this.#cover;
        pieces.push(this.#raw(match.start, bytes, base));
        if (apart || match.name !== this.#lastName) pieces.push(Buffer.from(`{{${match.name}}}`));
        this.#cover = match.end;
        this.#lastName = match.name;
      }
    }
    this.#matches = waiting;
    pieces.push(this.#raw(until, bytes, base));
    return Buffer.concat(pieces);
  }

  #raw(until: number, bytes: Buffer, base: number): Buffer {
    if (until <= this.#cover) return bytes.subarray(0, 0);
    const raw = bytes.subarray(this.#cover - base, until - base);
    this.#cover = until;
    return raw;
  }
}
