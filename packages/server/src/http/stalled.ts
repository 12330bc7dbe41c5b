/** Ends a stream whose other end takes or gives nothing for too long. */

export interface Stalled {
  /** Something has moved. */
  moved(): void;
  stop(): void;
}

export function whenStalled(ms: number, onStalled: () => void): Stalled {
  let movedAt = performance.now();
  // Looked at now and then: bytes move thousands of times a second.
  const timer = setInterval(() => {
    if (performance.now() - movedAt >= ms) onStalled();
  }, ms / 4);
  return {
    moved: () => {
      movedAt = performance.now();
    },
    stop: () => clearInterval(timer),
  };
}
