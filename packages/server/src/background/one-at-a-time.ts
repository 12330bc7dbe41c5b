/**
 * Runs the work one at a time. Who asks while it runs waits for a run that begins afterwards, together with all who ask
 * until then: the one under way may have looked before there was something to do.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    next = null;
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return begin();
    next ??= running.then(begin, begin);
    return next;
  };
}
