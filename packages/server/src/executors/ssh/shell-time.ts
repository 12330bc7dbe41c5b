/** The time that one command has for its shell, over all attempts. */
export function startShellTime(wholeMs: number) {
  let spentMs = 0;
  const leftMs = () => Math.max(0, wholeMs - spentMs);
  const spend = async <T>(work: (leftMs: number) => Promise<T>): Promise<T> => {
    const since = performance.now();
    try {
      return await work(leftMs());
    } finally {
      spentMs += performance.now() - since;
    }
  };
  return { leftMs, spend };
}
