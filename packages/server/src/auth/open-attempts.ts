/**
 * Sign-ins whose password is being checked now, by the name they are counted under. When the limit is full, later ones
 * wait.
 */
export interface OpenAttempts {
  /** Is one open under this name? */
  has(bucket: string): boolean;
  /** Returns a function that closes it again. Calling it twice does nothing. */
  open(buckets: readonly string[]): () => void;
  /** Resolves when one that is open under this name has closed. */
  oneClosed(bucket: string): Promise<void>;
}

interface Line {
  open: number;
  readonly waiting: (() => void)[];
}

export function createOpenAttempts(): OpenAttempts {
  const lines = new Map<string, Line>();

  function leave(bucket: string): void {
    const line = lines.get(bucket)!;
    line.open--;
    // The last one wakes all who wait, because no other attempt is left to do it.
    const woken = line.waiting.splice(0, line.open > 0 ? 1 : Number.POSITIVE_INFINITY);
    if (line.open === 0) lines.delete(bucket);
    for (const wake of woken) wake();
  }

  return {
    has: (bucket) => lines.has(bucket),
    open(buckets) {
      for (const bucket of buckets) {
        const line = lines.get(bucket) ?? { open: 0, waiting: [] };
        line.open++;
        lines.set(bucket, line);
      }
      let closed = false;
      return () => {
        if (closed) return;
        closed = true;
        for (const bucket of buckets) leave(bucket);
      };
    },
    oneClosed: (bucket) => new Promise((resolve) => void (lines.get(bucket)?.waiting.push(resolve) ?? resolve())),
  };
}
