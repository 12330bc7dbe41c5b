/** A time for a person: how long ago or ahead it is, or the local date. Programs get ISO 8601. */
import { type Said, tell } from './words/tell.ts';

const DAY_SECONDS = 86_400;
const UNITS: readonly (readonly [Said, number])[] = [
  ['time_days', DAY_SECONDS],
  ['time_hours', 3_600],
  ['time_minutes', 60],
  ['time_seconds', 1],
];

export function shownTime(iso: string, now: number = Date.now()): string {
  const ahead = Date.parse(iso) - now;
  const seconds = Math.floor(Math.abs(ahead) / 1000);
  if (seconds >= 7 * DAY_SECONDS) return localTime(new Date(iso));
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? UNITS.at(-1)!;
  return tell(ahead > 0 ? 'time_ahead' : 'time_ago', { time: tell(unit, { count: Math.floor(seconds / size) }) });
}

function localTime(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
