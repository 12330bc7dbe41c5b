/** Times and durations in words and figures, in the language of the reader. */

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  // "In 30 days" says more than "next month".
  ['day', 61],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const;

export function relativeTime(from: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  let amount = (from - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(Math.round(amount)) < size) return format.format(Math.round(amount), unit);
    amount /= size;
  }
  return '';
}

export function exactTime(time: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium' }).format(time);
}

/** The time of day, to the second. */
export function clockTime(time: number | undefined, language: string): string | undefined {
  return time === undefined ? undefined : new Intl.DateTimeFormat(language, { timeStyle: 'medium' }).format(time);
}

/** "0:14", "1:02:03". */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}

/** The service writes some times without a zone: they are UTC. */
export function parseTime(text: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}
