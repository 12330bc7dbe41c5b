/**
 * Numbers for what people have: integers that grow with time, and with nothing else. A counter for the whole instance
 * would tell everybody how much the others make.
 */
import { randomInt } from 'node:crypto';

/** Counted from 2026 on: the numbers stay short, and exact in any language, for centuries. */
const EPOCH_MS = Date.UTC(2026, 0, 1);
const PER_SECOND = 1_000;
/** How far after the last number the next may be, if there are several in a second. */
const LARGEST_STEP = 16;
/** Many more than there are numbers in a second. */
const MOST_TRIES = 10 * PER_SECOND;

/**
 * Inserts a row under a number of its own, after `last` of the same user. `insert` returns nothing if the number is
 * taken, by whomever.
 */
export async function insertNumbered<Row>(
  now: number,
  last: number,
  insert: (id: number) => Promise<Row | undefined>,
): Promise<Row> {
  const ofNow = Math.floor((now - EPOCH_MS) / 1_000) * PER_SECOND + randomInt(PER_SECOND);
  let id = Math.max(ofNow, last + 1 + randomInt(LARGEST_STEP));
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const row = await insert(id);
    if (row !== undefined) return row;
    id += 1 + randomInt(LARGEST_STEP);
  }
  throw new Error('no free number was found');
}
