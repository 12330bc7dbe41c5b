/**
 * Frees the buffers that output has passed through. V8 looks for dead buffers when its own small heap has filled up,
 * which takes a hundred megabytes of them. If it collects after every few megabytes, it holds no more than
 * those.
 */
import { LINK_LIMITS } from '@synapse/contract';
import { collector } from './collector.ts';

export interface GarbagePace {
  /** This many bytes of output have passed, of any command. */
  passed(bytes: number): void;
  /** A command with this much output has ended, and nothing of it is needed any more. */
  ended(bytes: number): void;
}

/**
 * A collection of young objects, which finds dead buffers, takes a millisecond: a small part of the time these bytes
 * took. More often than this, it finds the two megabytes that a connection has sent ahead in use, twice, and takes them
 * for old.
 */
const YOUNG_BYTES = 8 * 2 ** 20;
/**
 * For output that is passed on to another instance. A buffer that two collections find in use counts as old, and is
 * freed much later; so no buffer of a line may see two. A line has a window of them on their way.
 */
export const RELAYED_BYTES = LINK_LIMITS.windowBytes;
/** The kept output of such a long command counts as old. A full collection takes tens of milliseconds. */
const LONG_BYTES = 4 * 2 ** 20;
const OFTEN_MS = 1_000;

export function createGarbagePace(youngBytes = YOUNG_BYTES): GarbagePace {
  const collect = collector();
  let young = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    passed: (bytes) => {
      young += bytes;
      if (young < youngBytes) return;
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
