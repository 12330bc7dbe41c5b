/**
 * Frees the buffers that output has passed through. V8 looks for dead ones when its own small heap has filled, which
 * takes a hundred megabytes of them; told to look after every few megabytes, it holds no more than these.
 */
import { collector } from './collector.ts';

export interface GarbagePace {
  /** So many bytes of output have passed, of whichever command. */
  passed(bytes: number): void;
  /** A command has ended whose output was so long, and what was made of it is done with. */
  ended(bytes: number): void;
}

/** A look among the young, where dead buffers are found, takes a millisecond: a small part of what these bytes took. */
const YOUNG_BYTES = 2 * 2 ** 20;
/** The kept output of a command this long has grown old; a look at all takes tens of milliseconds. */
const LONG_BYTES = 4 * 2 ** 20;
const OFTEN_MS = 1_000;

export function createGarbagePace(): GarbagePace {
  const collect = collector();
  let young = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    passed: (bytes) => {
      young += bytes;
      if (young < YOUNG_BYTES) return;
      young = 0;
      collect({ type: 'minor' });
    },
    ended: (bytes) => {
      if (bytes < LONG_BYTES || performance.now() - last < OFTEN_MS) return;
      last = performance.now();
      collect({ type: 'major' });
    },
  };
}
