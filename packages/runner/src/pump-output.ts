/** Moves a stream into a sink with back-pressure, and knows when the last bytes of an ended shell have come. */
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

export interface Pump {
  /** Comes when the stream has ended and its last bytes are delivered. */
  readonly ended: Promise<void>;
  readonly over: () => boolean;
  /** Grows with every chunk. */
  readonly chunks: () => number;
  /** The sink has not yet taken the latest chunk. */
  readonly busy: () => boolean;
  /** Comes when the sink has taken the latest chunk. */
  readonly taken: () => Promise<unknown>;
  /** From now on what comes is read and thrown away: a child left in the background must not meet a closed pipe. */
  discard(): void;
}

/** A shell's own bytes follow its exit at once; this long without any means that somebody else holds the stream open. */
const QUIET_MS = 250;
/** Longest wait for silence, time in which the sink is busy not counted: a child in the background may never be quiet. */
const LONGEST_MS = 1_200;
const TICK_MS = 25;

export function pump(
  stream: Readable,
  deliver: (chunk: Buffer) => void | Promise<void>,
  onFailure: (error: unknown) => void,
): Pump {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let chunks = 0;
  let busy = false;
  let latest: Promise<unknown> = Promise.resolve();
  let over = false;
  let discarding = false;
  const finish = () => {
    over = true;
    if (!busy) end();
  };
  stream.on('data', (chunk: Buffer) => {
    if (discarding) return;
    chunks += 1;
    try {
      const taken = deliver(chunk);
      if (taken === undefined) return;
      busy = true;
      stream.pause();
      latest = taken.catch(onFailure).finally(() => {
        busy = false;
        if (over) end();
        stream.resume();
      });
    } catch (error) {
      onFailure(error);
    }
  });
  stream.once('end', finish).once('close', finish).once('error', finish);
  return {
    ended,
    over: () => over,
    chunks: () => chunks,
    busy: () => busy,
    taken: () => latest,
    discard: () => {
      discarding = true;
      stream.resume();
    },
  };
}

/**
 * After the shell's exit: waits for the end of its streams, or for silence where a child still holds one.
 * `enough` ends the wait early: a sink that is stuck must not hold up a kill.
 */
export async function drained(pumps: readonly Pump[], enough: Promise<unknown>): Promise<void> {
  const all = Promise.race([Promise.all(pumps.map((one) => one.ended)), enough]).then(() => true);
  const count = () => pumps.reduce((sum, one) => sum + one.chunks(), 0);
  if (pumps.every((one) => one.over() && !one.busy())) return;
  let seen = count();
  let quiet = 0;
  for (let waited = 0; waited < LONGEST_MS && quiet < QUIET_MS; ) {
    if (await Promise.race([all, tick()])) return;
    if (pumps.some((one) => one.busy())) quiet = 0;
    else {
      quiet = count() === seen ? quiet + TICK_MS : 0;
      waited += TICK_MS;
    }
    seen = count();
  }
}

/** Waits until the sink has taken what has come so far. */
export async function settled(pumps: readonly Pump[]): Promise<void> {
  await Promise.all(pumps.map((one) => one.taken()));
}

/** Counts only ticks in which the event loop has also looked for input: a stalled process must not take that for silence. */
async function tick(): Promise<false> {
  await delay(TICK_MS);
  await new Promise((resolve) => setImmediate(resolve));
  return false;
}
