/** How long to wait before the next try: soon at first, rarely later, and never all agents at once. Pure. */

const FIRST_MS = 250;
/** After a restart of the service, every agent is back within seconds. */
const SOON_MAX_MS = 4_000;
const LONG_MAX_MS = 30_000;
/** After this many tries the service is taken to be down for longer. */
const SOON_TRIES = 30;
/** Another agent has taken over. Two agents with one identity must not throw each other out all day. */
const REPLACED_MS = 30_000;

/** `random` is in [0, 1). Half of the wait is fixed, half is random. */
export function retryDelayMs(tries: number, random: number): number {
  const longest = tries > SOON_TRIES ? LONG_MAX_MS : SOON_MAX_MS;
  const wait = Math.min(longest, FIRST_MS * 2 ** Math.min(tries, 20));
  return wait / 2 + (wait / 2) * random;
}

export function replacedDelayMs(random: number): number {
  return REPLACED_MS * (1 + random);
}
