/**
 * A quiet moment: no command runs over ssh, and none has just ended. It is used for work that makes the next command
 * faster.
 */

export interface QuietMoment {
  /** A command begins. Call the returned function when it has ended. */
  enter(): () => void;
  /**
   * Calls back at the next quiet moment, or after a long time without one. If asked twice before that, it calls once.
   */
  wait(work: () => void): void;
}

/** By then, what has ended was recorded and answered. Sooner when few commands ran at once. */
const QUIET_MS_EACH = 2;
const QUIET_MS = 15;
const LONGEST_MS = 500;

export function createQuietMoment(): QuietMoment {
  const waiting = new Set<() => void>();
  let running = 0;
  /** How many ran at once since the last quiet moment. */
  let most = 1;
  let lastEnd = 0;
  let patienceEnds = 0;

  const quietMs = () => Math.min(QUIET_MS, QUIET_MS_EACH * most);
  const look = () => {
    const now = performance.now();
    if ((running > 0 || now - lastEnd < quietMs() - 1) && now < patienceEnds) return lookLater();
    most = Math.max(1, running);
    const all = [...waiting];
    waiting.clear();
    for (const work of all) work();
  };
  const lookLater = () => void setTimeout(look, quietMs()).unref();

  return {
    enter: () => {
      running += 1;
      most = Math.max(most, running);
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
