/** The last writes of a transaction: they need not be waited for one by one, and are sent together with its commit. */
import type { Queries } from './database.ts';

const unfinished = new WeakMap<Queries, Promise<unknown>[]>();

/** The transaction fails if the write does. */
export function atCommit(tx: Queries, write: Promise<unknown>): void {
  // The transaction's caller gets the error.
  write.catch(() => undefined);
  const before = unfinished.get(tx);
  if (before === undefined) unfinished.set(tx, [write]);
  else before.push(write);
}

/** The callbacks of a transaction, run by the code that commits it. */
export function lastWrites(tx: Queries): readonly Promise<unknown>[] {
  const writes = unfinished.get(tx) ?? [];
  unfinished.delete(tx);
  return writes;
}
