/** Who is next: a bounded queue for each user, and the users take turns. */

export class FairQueue<T> {
  /** In the order of their turns: a user who was served goes to the end. */
  readonly #lines = new Map<string, T[]>();
  readonly #perUser: number;
  readonly #inAll: number;
  #waiting = 0;

  constructor(perUser: number, inAll: number) {
    this.#perUser = perUser;
    this.#inAll = inAll;
  }

  /** False when there is no room. */
  add(userId: string, item: T): boolean {
    const line = this.#lines.get(userId) ?? [];
    if (line.length >= this.#perUser || this.#waiting >= this.#inAll) return false;
    line.push(item);
    this.#lines.set(userId, line);
    this.#waiting += 1;
    return true;
  }

  /** The first item that may go now; the users take turns. */
  take(mayGo: (userId: string, item: T) => boolean): { userId: string; item: T } | null {
    for (const [userId, line] of this.#lines) {
      const item = line[0] as T;
      if (!mayGo(userId, item)) continue;
      this.#lines.delete(userId);
      line.shift();
      if (line.length > 0) this.#lines.set(userId, line);
      this.#waiting -= 1;
      return { userId, item };
    }
    return null;
  }

  remove(userId: string, item: T): void {
    const line = this.#lines.get(userId) ?? [];
    const at = line.indexOf(item);
    if (at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(userId);
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
