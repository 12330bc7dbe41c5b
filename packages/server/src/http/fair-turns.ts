/**
 * When many calls arrive at the same moment, the addresses they come from take turns: a few calls in each turn of the
 * event loop.
 */

/** Calls `go` now, or as soon as it is this address's turn. */
export type FairTurns = (address: string, go: () => void) => void;

/** A call takes a fraction of a millisecond until it waits for something. */
const AT_ONCE = 32;

export function createFairTurns(atOnce = AT_ONCE): FairTurns {
  /** In the order of their turns. */
  const lines = new Map<string, (() => void)[]>();
  let begun = 0;
  let counting = false;

  const nextTurn = (): void => {
    begun = 0;
    counting = false;
    // An address that was served goes behind the others. It is served again in this turn if there is still room.
    for (const [address, line] of lines) {
      if (begun === atOnce) break;
      const go = line.shift()!;
      lines.delete(address);
      if (line.length > 0) lines.set(address, line);
      begin(go);
    }
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
    if (begun < atOnce && lines.size === 0) return begin(go);
    const line = lines.get(address);
    if (line === undefined) lines.set(address, [go]);
    else line.push(go);
  };
}
