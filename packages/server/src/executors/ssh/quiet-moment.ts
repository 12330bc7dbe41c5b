/** A quiet moment: no command runs over ssh, and none has just ended. The time for work that only the next one is spared by. */

export interface QuietMoment {
  /** A command begins; call what comes back when it has ended. */
  enter(): () => void;
  /** Calls once there is a quiet moment, or none has come for long. Asked twice before that, it calls once. */
  wait(work: () => void): void;
}

/** By then what has ended is written down and answered: sooner where few ran at once. */
const QUIET_MS_EACH = 2;
const QUIET_MS = 15;
const LONGEST_MS = 500;

export function createQuietMoment(): QuietMoment {
  const waiting = new Set<() => void>();
  let running = 0;
  /** At once, since the last quiet moment. */
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
