/**
 * When many calls arrive at the same moment, the addresses they come from take turns: a few calls in each turn of the
 * event loop.
 */
import { FairQueue } from '../background/fair-queue.ts';

/** Calls `go` now, or as soon as it is this address's turn. */
export type FairTurns = (address: string, go: () => void) => void;

/** A call takes a fraction of a millisecond until it waits for something. */
const AT_ONCE = 32;

export function createFairTurns(atOnce = AT_ONCE): FairTurns {
  const queue = new FairQueue<() => void>();
  let begun = 0;
  let counting = false;

  const nextTurn = (): void => {
    begun = 0;
    counting = false;
    while (begun < atOnce && queue.size > 0) begin(queue.take()!.item);
  };
  const begin = (go: () => void): void => {
    begun += 1;
    if (!counting) {
      counting = true;
      setImmediate(nextTurn);
    }
    go();
  };

  return (address, go) => {
    if (begun < atOnce && queue.size === 0) begin(go);
    else queue.add(address, go);
  };
}
