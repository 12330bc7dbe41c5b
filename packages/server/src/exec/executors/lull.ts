/** A lull: no command runs over ssh, and none has just ended. The time for work that only the next one is spared by. */

export interface Lull {
  /** A command begins; call what comes back when it has ended. */
  enter(): () => void;
  /** Calls once there is a lull, or none has come for long. Asked twice before that, it calls once. */
  wait(work: () => void): void;
}

/** By then what has ended is written down and answered. */
const QUIET_MS = 15;
const LONGEST_MS = 500;

export function createLull(): Lull {
  const waiting = new Set<() => void>();
  let running = 0;
  let lastEnd = 0;
  let patienceEnds = 0;

  const look = () => {
    const now = performance.now();
    if ((running > 0 || now - lastEnd < QUIET_MS - 1) && now < patienceEnds) return lookLater();
    const all = [...waiting];
    waiting.clear();
    for (const work of all) work();
  };
  const lookLater = () => void setTimeout(look, QUIET_MS).unref();

  return {
    enter: () => {
      running += 1;
      return () => {
        running -= 1;
        lastEnd = performance.now();
      };
    },
    wait: (work) => {
      if (waiting.size === 0) {
        patienceEnds = performance.now() + LONGEST_MS;
        lookLater();
      }
      waiting.add(work);
    },
  };
}
