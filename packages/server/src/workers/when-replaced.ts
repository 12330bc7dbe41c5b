/** How soon the place of a worker that died is filled again, and when that is given up. */

/** Whoever lived this long after it was ready did not die of its start. */
const SOUND_MS = 10_000;
/** The wait after the first that dies at once; it doubles with each that follows. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
/** So many that die at once, one after the other, and the service ends: whoever started it has to know. */
export const GIVE_UP = 8;

export interface Replacement {
  /** How many have died at once by now, one after the other. */
  readonly died: number;
  /** Null: it is given up. */
  readonly waitMs: number | null;
}

/** `before`: how many had died at once before this one. `soundMs`: how long it served; null: it never did. */
export function whenReplaced(before: number, soundMs: number | null): Replacement {
  if (soundMs !== null && soundMs >= SOUND_MS) return { died: 0, waitMs: 0 };
  const died = before + 1;
  if (died >= GIVE_UP) return { died, waitMs: null };
  return { died, waitMs: Math.min(FIRST_WAIT_MS * 2 ** before, LONGEST_WAIT_MS) };
}
