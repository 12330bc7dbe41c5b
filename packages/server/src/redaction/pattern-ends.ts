/** What is complete when a state of the automaton is reached, and the rule under which it counts. */
import type { Pattern } from './patterns.ts';
import type { Pieces } from './piece-follower.ts';
import { restHash } from './piece-hash.ts';

export interface End {
  /** The longest pattern that counts anywhere. It covers the shorter ones. */
  readonly loose: { readonly depth: number; readonly name: string } | null;
  /** Patterns that count only under a rule: one entry for each length, of which there are few. */
  readonly strict: readonly Strict[];
}

export interface Strict {
  readonly depth: number;
  /** Bytes spanned → name. */
  readonly exact: ReadonlyMap<number, string>;
  /** Exact short values, as latin1 text → name. */
  readonly tokens: ReadonlyMap<string, string>;
  /** What may follow, if these characters begin pieces of long forms. */
  readonly pieces: Pieces | null;
}

/** The patterns that end at one state. */
export class EndMaker {
  readonly depth: number;
  loose: string | null = null;
  readonly #exact = new Map<number, string>();
  readonly #tokens = new Map<string, string>();
  readonly #pieces = new Map<number, string>();

  constructor(depth: number) {
    this.depth = depth;
  }

  add({ name, exactLength, token, piece }: Pattern, normal: string): void {
    if (piece) this.#pieces.set(restHash(normal), name);
    else if (token !== null) this.#tokens.set(token.toString('latin1'), name);
    else if (exactLength !== 0) this.#exact.set(exactLength, name);
    else this.loose = name;
  }

  strict(): Strict[] {
    const pieces = this.#pieces.size === 0 ? null : this.#pieces;
    if (this.#exact.size + this.#tokens.size === 0 && pieces === null) return [];
    return [{ depth: this.depth, exact: this.#exact, tokens: this.#tokens, pieces }];
  }
}

/** Together with what the state's longest accepting suffix completes. */
export function withSuffix(own: EndMaker, suffix: End | undefined): End {
  const strict = own.strict();
  const shorter = suffix?.strict ?? [];
  return {
    loose: own.loose === null ? (suffix?.loose ?? null) : { depth: own.depth, name: own.loose },
    strict: strict.length === 0 ? shorter : [...strict, ...shorter],
  };
}
