/** Days of the reader's own calendar, as `2026-11-18`. */

export type Day = string;

export const isDay = (text: unknown): text is Day =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && dayOf(startOf(text)) === text;

export function dayOf(time: number): Day {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** When it begins where the reader is. */
export function startOf(day: Day): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}

/** Its last moment: the next one begins a millisecond later, whether it has 23, 24 or 25 hours. */
export function endOf(day: Day): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + 1).getTime() - 1;
}

/** So many days before a moment. */
export function daysBefore(time: number, days: number): Day {
  const date = new Date(time);
  return dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime());
}
