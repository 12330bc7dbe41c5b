/** Lines of an output as they come. Appending costs the same, however many there are. */

export class LineStore {
  #lines: string[] = [];
  #open = false;
  #listeners = new Set<() => void>();
  #announced = false;
  #version = 0;
  #left = 0;

  /** A text that may end in the middle of a line. */
  append(text: string): void {
    if (text === '') return;
    const parts = text.split('\n');
    const [first = '', ...rest] = parts;
    if (this.#open) this.#lines[this.#lines.length - 1] += first;
    else this.#lines.push(first);
    for (const part of rest) this.#lines.push(part);
    // What follows a line break is a line only once it contains something.
    this.#open = rest.at(-1) !== '';
    if (!this.#open && rest.length > 0) this.#lines.pop();
    this.#announce();
  }

  clear(): void {
    this.#lines = [];
    this.#open = false;
    this.#announce();
  }

  line(index: number): string {
    return this.#lines[index] ?? '';
  }

  /** Characters that the service has but that were not fetched. */
  get left(): number {
    return this.#left;
  }

  leaveOut(characters: number): void {
    this.#left = Math.max(0, characters);
    this.#announce();
  }

  get count(): number {
    return this.#lines.length;
  }

  text(): string {
    return this.#lines.join('\n');
  }

  /** For React: notified at most once a frame, however fast the lines come. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

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
