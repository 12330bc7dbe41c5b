/** A sliding window as a value: the times of the events that still count, oldest first, and how they are stored. */
import type { WindowLimit } from '@synapse/contract';

/** The first time takes this many bytes. Each further one is its distance from the one before, seven bits per byte. */
const FIRST_BYTES = 6;
/** A distance of 53 bits, which no clock can exceed. */
const DISTANCE_BYTES_MAX = 8;

/** What was stored, without the events that have left the window. */
export function unpackWindow(packed: Buffer | null, { windowMs }: WindowLimit, now: number): number[] {
  const moments: number[] = [];
  if (packed === null || packed.length < FIRST_BYTES) return moments;
  let moment = packed.readUIntBE(0, FIRST_BYTES);
  for (let at = FIRST_BYTES; ; ) {
    if (moment + windowMs > now) moments.push(moment);
    if (at >= packed.length) return moments;
    let distance = 0;
    for (let unit = 1, byte = 128; byte >= 128 && at < packed.length; unit *= 128) {
      byte = packed[at++]!;
      distance += (byte % 128) * unit;
    }
    moment += distance;
  }
}

export function packWindow(moments: readonly number[]): Buffer {
  if (moments.length === 0) return Buffer.alloc(0);
  const packed = Buffer.allocUnsafe(FIRST_BYTES + DISTANCE_BYTES_MAX * moments.length);
  let at = packed.writeUIntBE(moments[0]!, 0, FIRST_BYTES);
  for (let index = 1; index < moments.length; index++) {
    let distance = moments[index]! - moments[index - 1]!;
    for (; distance >= 128; distance = Math.floor(distance / 128)) packed[at++] = 128 + (distance % 128);
    packed[at++] = distance;
  }
  return packed.subarray(0, at);
}

/** The milliseconds until there is room for another event, 0 if there is. */
export function waitForRoom(moments: readonly number[], { max, windowMs }: WindowLimit, now: number): number {
  const blocking = moments[moments.length - max];
  return blocking === undefined ? 0 : Math.max(0, blocking + windowMs - now);
}

/** Adds an event. If the clock was set back, the latest time is used, so that events stay in order. */
export function addMoment(moments: number[], now: number): number {
  const moment = Math.max(now, moments[moments.length - 1] ?? 0);
  moments.push(moment);
  return moment;
}
