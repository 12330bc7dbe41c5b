// Which of an output's lines are alike: found once, and shared by all filters.
import { eachLogKey } from '../shapes/log-key.ts';

export interface LineKinds {
  /** One number per line: the same for lines that differ only in times, ids and amounts. */
  readonly of: Int32Array;
  /** How many lines are of each kind. */
  readonly counts: Int32Array;
}

const known = new WeakMap<readonly string[], LineKinds>();

/** A shorter line says nothing. Its kind is 0, and is not counted. */
export const SHORTEST = 3;

export function lineKinds(lines: readonly string[]): LineKinds {
  const before = known.get(lines);
  if (before !== undefined) return before;
  const of = new Int32Array(lines.length);
  const numbers = new KeyNumbers();
  eachLogKey(lines, (key, i) => {
    if ((lines[i] as string).length >= SHORTEST) of[i] = numbers.numberOf(key);
  });
  const counts = new Int32Array(numbers.count + 1);
  for (const kind of of) counts[kind] = (counts[kind] as number) + 1;
  counts[0] = 0;
  const kinds = { of, counts };
  known.set(lines, kinds);
  return kinds;
}

/** Numbers keys from 1 on. A `Map` would make an object of each key that it is asked for. */
class KeyNumbers {
  count = 0;
  #slots = new Int32Array(1024);
  #keys = new Float64Array(512);

  numberOf(key: number): number {
    const mask = this.#slots.length - 1;
    let slot = key & mask;
    for (let found = this.#slots[slot] as number; found > 0; found = this.#slots[slot] as number) {
      if (this.#keys[found] === key) return found;
      slot = (slot + 1) & mask;
    }
    this.count++;
    this.#slots[slot] = this.count;
    this.#keys[this.count] = key;
    if (this.count === this.#keys.length - 1) this.#grow();
    return this.count;
  }

  /** At most half of the slots are taken. */
  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#slots = new Int32Array(keys.length * 2);
    const mask = this.#slots.length - 1;
    for (let number = 1; number <= this.count; number++) {
      let slot = (keys[number] as number) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number;
    }
  }
}
