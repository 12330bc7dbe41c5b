/** Ends a stream whose other end takes or gives nothing for too long. */

export interface Stalled {
  /** Something has moved. */
  moved(): void;
  stop(): void;
}

export function whenStalled(ms: number, onStalled: () => void): Stalled {
  let movedAt = performance.now();
  let moves = false;
  // The clock is looked at now and then: bytes move thousands of times a second.
  const timer = setInterval(() => {
    const now = performance.now();
    if (moves) movedAt = now;
    else if (now - movedAt >= ms) onStalled();
    moves = false;
  }, ms / 4);
  return {
    moved: () => {
      moves = true;
    },
    stop: () => clearInterval(timer),
  };
}
