/** Every day of a period, also those on which nothing happened: a chart without them would mislead. */
import type { StatsBreakdown, StatsGroup } from '../../api/stats.ts';

const DAY_MS = 86_400_000;
const LONGEST = 400;
/** As the service estimates what was saved. */
const BYTES_PER_TOKEN = 4;

export interface SavedDay extends StatsGroup {
  /** What of the output was answered. */
  readonly read_tokens: number;
}

export function daysOf(
  groups: readonly StatsGroup[],
  outputs: StatsBreakdown['days'],
  from: string,
  to: string,
): readonly SavedDay[] {
  const known = new Map(groups.map((group) => [group.key, group]));
  const read = new Map(outputs.map(({ day, returned_bytes }) => [day, tokensIn(returned_bytes)]));
  const start = Date.parse(`${from}T00:00:00Z`);
  const count = Math.min(LONGEST, Math.round((Date.parse(`${to}T00:00:00Z`) - start) / DAY_MS) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const key = new Date(start + index * DAY_MS).toISOString().slice(0, 10);
    const group = known.get(key) ?? { key, commands: 0, failures: 0, rtk_applied: 0, saved_tokens: 0, alias_hits: 0 };
    return { ...group, read_tokens: read.get(key) ?? 0 };
  });
}

export const tokensIn = (bytes: number): number => Math.round(bytes / BYTES_PER_TOKEN);

/** The next larger round number: 1, 2 or 5 times a power of ten. */
export function ceiling(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? value;
}
