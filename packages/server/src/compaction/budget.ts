// The time that a compaction may take: a fixed part and one that grows with the text. After that the raw text is
// returned.

const FIXED_MS = 50;
const MS_PER_CHAR = 1 / 2_000;
/**
 * Code that has just been loaded runs ten times slower than later. Without time for that, the first answers of a
 * service on a slow computer would not be compacted.
 */
const FIRST_TEXTS = 30;
const FIRST_FIXED_MS = 500;

let texts = 0;

export class BudgetSpent extends Error {}

/** A function that throws once the budget for `chars` characters is spent. */
export function startBudget(chars: number, now: () => number): () => void {
  texts += 1;
  const end = now() + (texts > FIRST_TEXTS ? FIXED_MS : FIRST_FIXED_MS) + chars * MS_PER_CHAR;
  return () => {
    if (now() > end) throw new BudgetSpent();
  };
}

/** Milliseconds of this thread's own work, so that a busy machine does not change the result. */
export function workClock(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
