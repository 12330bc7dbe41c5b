/** Lets so many callers in at once; the others wait in order. */
export interface Semaphore {
  /** Undefined if there is room at once. Otherwise resolves when it is the caller's turn. */
  acquire(): Promise<void> | undefined;
  release(): void;
  readonly use: { readonly taken: boolean; readonly waiting: number };
}

export function createSemaphore(size = 1): Semaphore {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    acquire: () => {
      if (taken >= size) return new Promise((resolve) => waiting.push(resolve));
      taken += 1;
      return undefined;
    },
    get use() {
      return { taken: taken > 0, waiting: waiting.length };
    },
    release: () => {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    },
  };
}
