/** Both streams of a command in the order in which they came. Only known of what was seen to come. */
import type { Stream } from '../api/executions.ts';
import { LineStore } from './line-store.ts';

export class MixedStore extends LineStore {
  /** Of each line that is held. */
  #streams: Stream[] = [];
  #gone = 0;
  #last: { readonly stream: Stream; readonly ended: boolean } | undefined;

  add(stream: Stream, text: string, at: number): void {
    if (text === '') return;
    // A line belongs to one stream: what the other begins meanwhile stands on a line of its own.
    if (this.#last !== undefined && !this.#last.ended && this.#last.stream !== stream) this.append('\n', at);
    this.append(text, at);
    this.#last = { stream, ended: text.endsWith('\n') };
    while (this.#gone + this.#streams.length < this.dropped + this.count) this.#streams.push(stream);
    this.#streams.splice(0, this.dropped - this.#gone);
    this.#gone = this.dropped;
  }

  override clear(): void {
    super.clear();
    this.#streams = [];
    this.#gone = 0;
    this.#last = undefined;
  }

  streamOf(index: number): Stream | undefined {
    return this.#streams[index];
  }
}
