/** Callers that wait for an agent to come back. */
export interface LinkWaiters {
  /** Resolves when a link comes, here or elsewhere, or when the time is over. */
  linkComes(withinMs: number, signal: AbortSignal | null): Promise<void>;
  wake(): void;
}

export function createLinkWaiters(): LinkWaiters {
  const waiters = new Set<() => void>();
  return {
    linkComes: (withinMs, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiters.delete(wake);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, withinMs);
        waiters.add(wake);
        signal?.addEventListener('abort', wake, { once: true });
        if (signal?.aborted) wake();
      }),
    wake: () => {
      for (const wake of waiters) wake();
    },
  };
}
