/** The last day of a machine's checks, in slots of ten minutes, so that it never grows. Pure. */
import { HEALTH_SLOTS } from '@synapse/contract';

/** The number of the slot since the epoch, the checks that reached it, those that failed, milliseconds of the former. */
export type Slot = readonly [number: number, reached: number, failed: number, ms: number];

const numberOf = (moment: number): number => Math.floor(moment / HEALTH_SLOTS.ms);

/** What is older than a day falls out. */
export function addCheck(slots: readonly Slot[], moment: number, ms: number | null): Slot[] {
  const number = numberOf(moment);
  const kept = recent(slots, moment);
  const last = kept.at(-1);
  const [reached, failed, sum] = last?.[0] === number ? [last[1], last[2], last[3]] : [0, 0, 0];
  const now: Slot = ms === null ? [number, reached, failed + 1, sum] : [number, reached + 1, failed, sum + ms];
  return [...kept.filter(([other]) => other !== number), now];
}

export function recent(slots: readonly Slot[], moment: number): Slot[] {
  const oldest = numberOf(moment) - HEALTH_SLOTS.count;
  return slots.filter(([number]) => number > oldest && number <= numberOf(moment));
}

/** Null without a check. */
export function uptimeOf(slots: readonly Slot[]): number | null {
  const reached = slots.reduce((sum, slot) => sum + slot[1], 0);
  const all = slots.reduce((sum, slot) => sum + slot[1] + slot[2], 0);
  return all === 0 ? null : reached / all;
}

export const startOf = ([number]: Slot): number => number * HEALTH_SLOTS.ms;
export const shareOf = ([, reached, failed]: Slot): number => reached / (reached + failed);
export const averageOf = ([, reached, , ms]: Slot): number | null => (reached === 0 ? null : Math.round(ms / reached));
