/** A secret's value in memory: whatever prints it by accident prints `[secret]`. */
import { inspect } from 'node:util';

export class SecretValue {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The only way to the value; grep for it to see who holds secrets. */
  reveal(): string {
    return this.#value;
  }

  equals(other: SecretValue): boolean {
    return this.#value === other.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}
