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

/** The country comes from the browser: an English reader in London expects 16 November, not November 16. */
export function localeOf(language: string, preferred: readonly string[] = navigator.languages): string {
  return preferred.find((locale) => locale.split('-')[0] === language) ?? language;
}

export function relativeTime(from: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  let amount = (from - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(Math.round(amount)) < size) return format.format(Math.round(amount), unit);
    amount /= size;
  }
  return '';
}

/** A format takes longer to make than to use: each is made once. */
const formats = new Map<string, Intl.DateTimeFormat>();
export function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), options);
  formats.set(key, known);
  return known;
}

export function exactTime(language: string): (time: number) => string {
  const format = formatOf(language, { dateStyle: 'long', timeStyle: 'medium' });
  return (time) => format.format(time);
}

/** "18 Nov 2026, 14:05". */
export function dayAndTime(time: number, language: string): string {
  return formatOf(language, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

const SHORT = [
  [60, 's'],
  [60, 'min'],
  [24, 'h'],
  [Number.POSITIVE_INFINITY, null],
] as const;

/** "12 s", "3 min", "5 h", "4 d": for columns. */
export function shortTime(from: number, now: number, days: string): string {
  let amount = Math.max(0, (now - from) / 1000);
  for (const [size, unit] of SHORT) {
    if (amount < size) return `${Math.floor(amount)} ${unit ?? days}`;
    amount /= size;
  }
  return '';
}

/** The time of day, to the second. */
export function clockTime(time: number | undefined, language: string): string | undefined {
  return time === undefined ? undefined : formatOf(language, { timeStyle: 'medium' }).format(time);
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
