/** The lines of both streams of a command as one text, in the order in which they came. It holds no text of its own. */
import type { OutputStretches } from '@synapse/contract';
import type { Stream } from '../api/executions.ts';
import type { LineStore, Lines, Origin } from './line-store.ts';

type Stores = Readonly<Record<Stream, LineStore>>;
interface Place {
  readonly stream: Stream;
  readonly index: number;
}

const STREAMS: readonly Stream[] = ['stdout', 'stderr'];

export class JoinedLines implements Lines {
  readonly #stores: Stores;
  #places: Place[] = [];
  #count: Record<Stream, number> = { stdout: 0, stderr: 0 };
  /** What was last put in order, so that it is not done again for each frame. */
  #arranged = '';

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  /** Lines have come on this stream: they stand after all that came before them. */
  came(stream: Stream): void {
    for (let index = this.#count[stream]; index < this.#stores[stream].count; index++) {
      this.#places.push({ stream, index });
    }
    this.#count[stream] = this.#stores[stream].count;
  }

  /** This stream begins anew. */
  restart(stream: Stream): void {
    this.#places = this.#places.filter((place) => place.stream !== stream);
    this.#count[stream] = 0;
  }

  /** Puts the lines that there are into this order, and those of which it says nothing behind them. */
  arrange({ first, lines }: OutputStretches): void {
    const key = STREAMS.map((stream) => this.#stores[stream].version()).join();
    if (key === this.#arranged) return;
    this.#arranged = key;
    this.#places = [];
    this.#count = { stdout: 0, stderr: 0 };
    let stream = first;
    for (const count of lines) {
      this.#place(stream, this.#count[stream] + count);
      stream = stream === 'stdout' ? 'stderr' : 'stdout';
    }
    for (const each of STREAMS) this.#place(each, Number.POSITIVE_INFINITY);
  }

  #place(stream: Stream, until: number): void {
    const end = Math.min(until, this.#stores[stream].count);
    for (let index = this.#count[stream]; index < end; index++) this.#places.push({ stream, index });
    this.#count[stream] = Math.max(this.#count[stream], end);
  }

  get count(): number {
    return this.#places.length;
  }

  get dropped(): number {
    return 0;
  }

  get left(): number {
    return this.#stores.stdout.left + this.#stores.stderr.left;
  }

  get timed(): boolean {
    return this.#stores.stdout.timed || this.#stores.stderr.timed;
  }

  line(index: number): string {
    return this.#at(index, (store, own) => store.line(own)) ?? '';
  }

  timeOf(index: number): number | undefined {
    return this.#at(index, (store, own) => store.timeOf(own));
  }

  checks(index: number): boolean {
    return this.#at(index, (store, own) => store.checks(own)) ?? false;
  }

  origin(index: number): Origin {
    const place = this.#places[index];
    return place === undefined ? { line: index + 1 } : { line: place.index + 1, stream: place.stream };
  }

  /** Where a line of one stream stands, counted from 1; undefined where it is not there. */
  placeOf(stream: Stream, line: number): number | undefined {
    const found = this.#places.findIndex((place) => place.stream === stream && place.index === line - 1);
    return found < 0 ? undefined : found + 1;
  }

  text(): string {
    return this.#places.map((_, index) => this.line(index)).join('\n');
  }

  find(wanted: string, most: number): number[] {
    const needle = wanted.toLowerCase();
    const found: number[] = [];
    for (let index = 0; index < this.#places.length && found.length < most; index++) {
      if (this.line(index).toLowerCase().includes(needle)) found.push(index);
    }
    return found;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const leave = STREAMS.map((stream) => this.#stores[stream].subscribe(listener));
    return () => {
      for (const each of leave) each();
    };
  };

  readonly version = (): number => this.#stores.stdout.version() + this.#stores.stderr.version();

  #at<T>(index: number, read: (store: LineStore, own: number) => T): T | undefined {
    const place = this.#places[index];
    return place === undefined ? undefined : read(this.#stores[place.stream], place.index);
  }
}

/** Whether the order is that of these lines: none of them was let go of, and no later secret has joined any. */
export function fits({ total }: OutputStretches, stores: Stores, whole: boolean): boolean {
  return STREAMS.every((stream) => {
    const { count, dropped, left } = stores[stream];
    if (dropped > 0) return false;
    return whole && left === 0 ? count === total[stream] : count <= total[stream];
  });
}
