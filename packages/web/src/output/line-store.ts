/** Lines of an output as they come. Appending costs the same, however many there are, and what is held is bounded. */

import type { Stream } from '../api/executions.ts';

/** Lines as they are shown. */
export interface Lines {
  readonly count: number;
  readonly dropped: number;
  readonly left: number;
  readonly timed: boolean;
  line(index: number): string;
  timeOf(index: number): number | undefined;
  /** Whether the rest of this line is held back as the possible start of a secret. */
  checks(index: number): boolean;
  /** Where it is in the output, counted from 1; without a stream, in that of this view. */
  origin(index: number): Origin;
  text(): string;
  find(wanted: string, most: number): number[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly version: () => number;
}

export interface Origin {
  readonly line: number;
  readonly stream?: Stream;
}

/** More than the service keeps of a command. Beyond it, the oldest lines go first. */
const HELD_CHARS = 24_000_000;
/** Short lines weigh more than their characters, and a browser draws nothing that is much higher. */
const HELD_LINES = 1_000_000;

const ENCODER = new TextEncoder();

export class LineStore implements Lines {
  #lines: string[] = [];
  /** When each line was begun, if it was seen to come. */
  #times: number[] = [];
  #chars = 0;
  #bytes = 0;
  #dropped = 0;
  #open = false;
  #listeners = new Set<() => void>();
  #announced = false;
  #version = 0;
  #left = 0;
  /** What the service still holds back, as far as it lets it be shown; null: nothing. */
  #ahead: string | null = null;
  readonly #held: number;
  readonly #heldLines: number;

  constructor(held = HELD_CHARS, heldLines = HELD_LINES) {
    this.#held = held;
    this.#heldLines = heldLines;
  }

  /** A text that may end in the middle of a line; `at` is when it came, if it is live. */
  append(text: string, at?: number): void {
    if (text === '') return;
    this.#ahead = null;
    const parts = text.split('\n');
    const [first = '', ...rest] = parts;
    if (this.#open) this.#lines[this.#lines.length - 1] += first;
    else this.#lines.push(first);
    for (const part of rest) this.#lines.push(part);
    // What follows a line break is a line only once it contains something.
    this.#open = rest.at(-1) !== '';
    if (!this.#open && rest.length > 0) this.#lines.pop();
    if (at !== undefined) while (this.#times.length < this.#lines.length) this.#times.push(at);
    this.#chars += text.length;
    this.#bytes += ENCODER.encode(text).length;
    if (this.#chars > this.#held || this.#lines.length > this.#heldLines) this.#forgetOldest();
    this.#announce();
  }

  clear(): void {
    this.#lines = [];
    this.#times = [];
    this.#chars = 0;
    this.#bytes = 0;
    this.#dropped = 0;
    this.#open = false;
    this.#ahead = null;
    this.#announce();
  }

  /** More has come, and is held back as the possible start of a secret. The text comes again with what is appended. */
  hold(text: string): void {
    this.#ahead = text;
    this.#announce();
  }

  /** Whether something is held back that must not be shown yet. */
  get checking(): boolean {
    return this.#ahead === '';
  }

  checks(index: number): boolean {
    return this.checking && index === this.count - 1;
  }

  origin(index: number): Origin {
    return { line: this.#dropped + index + 1 };
  }

  /** The same output again, whole. When a line came is still known. */
  replace(text: string): void {
    const times = this.#dropped === 0 ? this.#times : [];
    this.clear();
    this.append(text);
    this.#times = times.slice(0, this.#lines.length);
  }

  /** The last one together with what is shown of it ahead. */
  line(index: number): string {
    const line = this.#lines[index] ?? '';
    return this.#ahead === null || index !== this.count - 1 ? line : line + this.#ahead.split('\n')[0];
  }

  /** The last line that is complete; of the first, what came of it so far. */
  lastLine(): string {
    const last = this.#lines.length - 1;
    return this.line(this.#open && last > 0 ? last - 1 : last);
  }

  timeOf(index: number): number | undefined {
    return this.#times[index];
  }

  get timed(): boolean {
    return this.#times.length > 0;
  }

  /** Characters that the service has but that were not fetched. */
  get left(): number {
    return this.#left;
  }

  leaveOut(characters: number): void {
    this.#left = Math.max(0, characters);
    this.#announce();
  }

  /** Lines at the beginning that are no longer held. */
  get dropped(): number {
    return this.#dropped;
  }

  get count(): number {
    // What is held back may be the beginning of a line.
    return this.#lines.length + (this.#ahead !== null && !this.#open ? 1 : 0);
  }

  get chars(): number {
    return this.#chars;
  }

  /** All that came, held or not. */
  get bytes(): number {
    return this.#bytes;
  }

  text(): string {
    return this.#lines.join('\n');
  }

  /** The lines that contain a text, whatever its case; at most `most` of them. */
  find(wanted: string, most: number): number[] {
    const needle = wanted.toLowerCase();
    const found: number[] = [];
    for (let index = 0; index < this.#lines.length && found.length < most; index++) {
      if (this.#lines[index]?.toLowerCase().includes(needle)) found.push(index);
    }
    return found;
  }

  /** For React: notified at most once a frame, however fast the lines come. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  /** A quarter at once, so that it happens seldom. */
  #forgetOldest(): void {
    const [chars, count] = [this.#held * 0.75, this.#heldLines * 0.75];
    let lines = 0;
    while (lines < this.#lines.length - 1 && (this.#chars > chars || this.#lines.length - lines > count)) {
      this.#chars -= (this.#lines[lines]?.length ?? 0) + 1;
      lines++;
    }
    this.#lines.splice(0, lines);
    this.#times.splice(0, lines);
    this.#dropped += lines;
  }

  #announce(): void {
    if (this.#announced) return;
    this.#announced = true;
    const tell = (): void => {
      this.#announced = false;
      this.#version++;
      for (const listener of this.#listeners) listener();
    };
    // A page in the background draws no frames, but must still keep up.
    if (typeof requestAnimationFrame === 'function' && !document.hidden) requestAnimationFrame(tell);
    else setTimeout(tell, 50);
  }
}
