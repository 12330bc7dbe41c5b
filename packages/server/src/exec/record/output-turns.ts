/**
 * How much output is redacted in one turn of the event loop, of all commands together: a byte may cost a hundred times
 * as much as another, and a pipe hands over two megabytes at once. Counts bytes, so that it does not depend on a clock.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface OutputTurns {
  /** Whether there is room for more in this turn. */
  readonly hasRoom: () => boolean;
  readonly used: (bytes: number) => void;
  /** Resolves in a later turn, after others were served. */
  readonly next: () => Promise<unknown>;
}

const BYTES_PER_TURN = 32 * 1024;

export function createOutputTurns(bytesPerTurn = BYTES_PER_TURN): OutputTurns {
  let used = 0;
  return {
    hasRoom: () => used < bytesPerTurn,
    used: (bytes) => {
      if (used === 0) {
        setImmediate(() => {
          used = 0;
        });
      }
      used += bytes;
    },
    next: () => nextTurn(),
  };
}

/** All outputs of this process share its event loop. */
export const outputTurns = createOutputTurns();
