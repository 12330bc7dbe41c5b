/** Who called last with a credential and was let in: a guess at who calls now. Grants nothing. */
import type { Caller } from '../auth/caller.ts';

export interface LastCallers {
  of(hash: Buffer): Caller | null;
  /** Null: it was not let in. */
  tell(hash: Buffer, caller: Caller | null): void;
}

const MOST = 1_000;

export function createLastCallers(): LastCallers {
  const known = new Map<string, Caller>();
  return {
    of: (hash) => known.get(hash.toString('latin1')) ?? null,
    tell: (hash, caller) => {
      const key = hash.toString('latin1');
      // The one that was heard of longest ago goes first.
      known.delete(key);
      if (caller === null) return;
      known.set(key, caller);
      if (known.size > MOST) known.delete(known.keys().next().value!);
    },
  };
}
