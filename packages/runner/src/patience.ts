/**
 * A wait that is counted in beats, not in time: if the whole computer stood still for a while, no wait has passed,
 * and an answer that came meanwhile is read before the next beat.
 */
const BEATS = 8;

/** Calls `onOver` after about `ms`. Returns what ends the wait. */
export function startPatience(ms: number, onOver: () => void): () => void {
  let beats = 0;
  const timer = setInterval(() => {
    beats += 1;
    if (beats < BEATS) return;
    clearInterval(timer);
    onOver();
  }, ms / BEATS);
  return () => clearInterval(timer);
}
