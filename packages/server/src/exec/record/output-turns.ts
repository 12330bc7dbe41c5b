/**
 * For how long output is redacted in one turn of the event loop, of all commands together: a byte may cost a hundred
 * times as much as another, and a pipe hands over two megabytes at once.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface OutputTurns {
  /** Whether there is room for one more piece in this turn. */
  readonly hasRoom: () => boolean;
  /** Resolves in a later turn, after others were served. */
  readonly next: () => Promise<unknown>;
}

const TURN_MS = 1;

export function createOutputTurns(now: () => number = () => performance.now()): OutputTurns {
  /** When this turn is full; null: nothing was redacted in it. */
  let full: number | null = null;
  return {
    hasRoom: () => {
      if (full !== null) return now() < full;
      full = now() + TURN_MS;
      setImmediate(() => {
        full = null;
      });
      return true;
    },
    next: () => nextTurn(),
  };
}

/** All outputs of this process share its event loop. */
export const outputTurns = createOutputTurns();
