/** Every day of a period, also those on which nothing happened: a chart without them would mislead. */
import type { StatsGroup } from '../../api/stats.ts';

const DAY_MS = 86_400_000;
const LONGEST = 400;

export function daysOf(groups: readonly StatsGroup[], from: string, to: string): readonly StatsGroup[] {
  const known = new Map(groups.map((group) => [group.key, group]));
  const start = Date.parse(`${from}T00:00:00Z`);
  const count = Math.min(LONGEST, Math.round((Date.parse(`${to}T00:00:00Z`) - start) / DAY_MS) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const key = new Date(start + index * DAY_MS).toISOString().slice(0, 10);
    return known.get(key) ?? { key, commands: 0, rtk_applied: 0, saved_tokens: 0, alias_hits: 0 };
  });
}

/** The next larger round number: 1, 2 or 5 times a power of ten. */
export function ceiling(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? value;
}
