/** How long to wait before the next try: never all at once, soon at first, seldom in the end. Pure. */

const FIRST_MS = 250;
/** Everybody is back within seconds of a restart. */
const SOON_MAX_MS = 4_000;
const LONG_MAX_MS = 30_000;
/** Tries before the service is taken to be down for longer. */
const SOON_TRIES = 30;
/** Another agent has taken over: two that share an identity must not throw each other out all day. */
const REPLACED_MS = 30_000;

/** `random` lies in [0, 1). Half of the wait is fixed, half is chance. */
export function retryDelayMs(tries: number, random: number): number {
  const longest = tries > SOON_TRIES ? LONG_MAX_MS : SOON_MAX_MS;
  const wait = Math.min(longest, FIRST_MS * 2 ** Math.min(tries, 20));
  return wait / 2 + (wait / 2) * random;
}

export function replacedDelayMs(random: number): number {
  return REPLACED_MS * (1 + random);
}
