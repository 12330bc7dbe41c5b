/** Time as the service sees it. It is passed in, so that tests can move it. */
export type Clock = () => number;

export const DAY_MS = 24 * 3600_000;

/** Days since 1970, UTC: the daily quota counts by these. */
export function utcDay(now: number): number {
  return Math.floor(now / DAY_MS);
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}
