/** Moves a stream into a sink with back-pressure, and knows when the last bytes of an ended shell have arrived. */
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

export interface Pump {
  /** Resolves when the stream has ended and its last bytes were delivered. */
  readonly ended: Promise<void>;
  readonly over: () => boolean;
  /** How many bytes have arrived. */
  readonly bytes: () => number;
  /** The sink has not yet taken the latest chunk. */
  readonly busy: () => boolean;
  /** Resolves when the sink has taken the latest chunk. */
  readonly taken: () => Promise<unknown>;
  /**
   * From now on, reads and throws away what arrives: a child left in the background must not find a closed pipe. A
   * child that prints without end is read at a slow pace that may never end.
   */
  discard(): void;
}

/**
 * A shell's own bytes follow its exit at once. This long without any means that another process holds the stream open.
 */
const QUIET_MS = 250;
/**
 * The longest wait for silence, because a child in the background may never be quiet. Time in which the sink is busy
 * does not count.
 */
const LONGEST_MS = 1_200;
/**
 * More than fits between a shell and us (its pipe, a channel's window, our own buffers). Any more comes from another
 * process.
 */
const LAST_BYTES = 4 * 1024 * 1024;
const TICK_MS = 25;
/** A tick that took longer than this was a stall; only this much of it counts. */
const LONGEST_TICK_MS = 100;
/** How much is thrown away at once, and the pause after it. */
const DISCARD_BYTES = 512 * 1024;
const DISCARD_PAUSE_MS = 100;

export function pump(
  stream: Readable,
  deliver: (chunk: Buffer) => void | Promise<void>,
  onFailure: (error: unknown) => void,
): Pump {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let bytes = 0;
  let busy = false;
  let latest: Promise<unknown> = Promise.resolve();
  let over = false;
  let discarding = false;
  let thrown = 0;
  const throwAway = (size: number) => {
    thrown += size;
    if (thrown < DISCARD_BYTES) return;
    thrown = 0;
    stream.pause();
    setTimeout(() => stream.resume(), DISCARD_PAUSE_MS).unref();
  };
  const finish = () => {
    over = true;
    if (!busy) end();
  };
  stream.on('data', (chunk: Buffer) => {
    if (discarding) {
      throwAway(chunk.length);
      return;
    }
    bytes += chunk.length;
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
    bytes: () => bytes,
    busy: () => busy,
    taken: () => latest,
    discard: () => {
      discarding = true;
      stream.resume();
    },
  };
}

/**
 * After the shell's exit: waits for the end of its streams, or for silence if a child still holds one. `enough` ends
 * the wait early: a sink that is stuck must not hold up a kill.
 */
export async function drained(pumps: readonly Pump[], enough: Promise<unknown>): Promise<void> {
  const all = Promise.race([Promise.all(pumps.map((one) => one.ended)), enough]).then(() => true);
  const count = () => pumps.reduce((sum, one) => sum + one.bytes(), 0);
  if (pumps.every((one) => one.over() && !one.busy())) return;
  const enoughBytes = count() + LAST_BYTES;
  let seen = count();
  let quiet = 0;
  for (let waited = 0; waited < LONGEST_MS && quiet < QUIET_MS && seen < enoughBytes; ) {
    const before = performance.now();
    if (await Promise.race([all, tick()])) return;
    if (pumps.some((one) => one.busy())) quiet = 0;
    else {
      quiet = count() === seen ? quiet + TICK_MS : 0;
      waited += Math.min(performance.now() - before, LONGEST_TICK_MS);
    }
    seen = count();
  }
}

/** Waits until the sink has taken what has come so far. */
export async function settled(pumps: readonly Pump[]): Promise<void> {
  await Promise.all(pumps.map((one) => one.taken()));
}

/**
 * Counts only ticks in which the event loop has also looked for input: a stalled process must not look like silence.
 */
async function tick(): Promise<false> {
  await delay(TICK_MS);
  await new Promise((resolve) => setImmediate(resolve));
  return false;
}
