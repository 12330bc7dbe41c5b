/**
 * The database's time, for everything that instances compare with each other. It is measured whenever the lease is
 * renewed; in between, the process's own steady clock is used. What the computer's clock says does not matter, nor when
 * it is set.
 */
import type { Clock } from '../clock.ts';

export interface SharedClock {
  readonly now: Clock;
  /** The database said `time` to a question that was sent and answered at these moments of `performance.now()`. */
  measured(time: number, sent: number, answered: number): void;
}

/** A slow answer says little about when it was given. It is used only where the last good one is this old. */
const STALE_MS = 60_000;

export function createSharedClock(): SharedClock {
  let best = { offset: Date.now() - performance.now(), doubt: Number.POSITIVE_INFINITY, at: 0 };
  return {
    now: () => Math.floor(performance.now() + best.offset),
    measured: (time, sent, answered) => {
      const doubt = (answered - sent) / 2;
      // Twice as vague as what is known already: it would make the clock worse.
      if (doubt > 2 * best.doubt && answered - best.at < STALE_MS) return;
      best = { offset: time - (sent + answered) / 2, doubt, at: answered };
    },
  };
}
