// The time that a compaction may take: a fixed part and one that grows with the text. After that the raw text is
// returned.

/** Far more than any short output needs: code that has just been loaded runs ten times slower than later, and the same
 * output is answered alike each time. */
const FIXED_MS = 200;
const MS_PER_CHAR = 1 / 2_000;

class BudgetSpent extends Error {}

/** A function that throws once the budget for `chars` characters is spent. */
export function startBudget(chars: number, now: () => number): () => void {
  const end = now() + FIXED_MS + chars * MS_PER_CHAR;
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
