/** A bounded queue for each key (a user, an address), served in turns. */

export class FairQueue<T> {
  /** In the order of their turns: a key that was served goes to the end. */
  readonly #lines = new Map<string, T[]>();
  readonly #perKey: number;
  readonly #inAll: number;
  #waiting = 0;

  constructor(perKey = Number.POSITIVE_INFINITY, inAll = Number.POSITIVE_INFINITY) {
    this.#perKey = perKey;
    this.#inAll = inAll;
  }

  get size(): number {
    return this.#waiting;
  }

  /** False when there is no room. */
  add(key: string, item: T): boolean {
    const line = this.#lines.get(key) ?? [];
    if (line.length >= this.#perKey || this.#waiting >= this.#inAll) return false;
    line.push(item);
    this.#lines.set(key, line);
    this.#waiting += 1;
    return true;
  }

  /** The next item that may go now. */
  take(mayGo: (key: string, item: T) => boolean = () => true): { key: string; item: T } | null {
    for (const [key, line] of this.#lines) {
      const item = line[0] as T;
      if (!mayGo(key, item)) continue;
      this.#lines.delete(key);
      line.shift();
      if (line.length > 0) this.#lines.set(key, line);
      this.#waiting -= 1;
      return { key, item };
    }
    return null;
  }

  remove(key: string, item: T): void {
    const line = this.#lines.get(key) ?? [];
    const at = line.indexOf(item);
    if (at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(key);
    this.#waiting -= 1;
  }

  /** Empties it. */
  drain(): T[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#waiting = 0;
    return all;
  }
}
