/** When a rule holds: `mon-fri 08:00-18:00 Europe/Paris`. Wall-clock time of the zone, also on the days it is changed. */

export interface Hours {
  /** By weekday, from Sunday on. */
  readonly days: readonly boolean[];
  /** Minutes of the day; a span that ends before it begins continues on the next day. */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const SPAN = /^(?:([a-z,-]+)\s+)?(\d{2}):(\d{2})-(\d{2}):(\d{2})(?:\s+([A-Za-z0-9_+\-/]{1,64}))?$/;
const DAY_MINUTES = 24 * 60;

/** Null for what is no such text. */
export function readHours(text: string): Hours | null {
  const match = SPAN.exec(text.trim());
  if (match === null) return null;
  const [, dayText, fromHour, fromMinute, toHour, toMinute, zone = 'UTC'] = match;
  const days = dayText === undefined ? DAYS.map(() => true) : readDays(dayText);
  const from = minutes(fromHour!, fromMinute!);
  const to = minutes(toHour!, toMinute!);
  if (days === null || from === null || to === null || from === to || from === DAY_MINUTES) return null;
  if (!isZone(zone)) return null;
  return { days, from, to, zone };
}

export function isWithin({ days, from, to, zone }: Hours, moment: number): boolean {
  const { day, minute } = wallClock(zone, moment);
  if (from < to) return days[day]! && minute >= from && minute < to;
  // Over midnight: today's span has begun, or yesterday's has not ended.
  return (days[day]! && minute >= from) || (days[(day + 6) % 7]! && minute < to);
}

/** `mon-fri`, `sat,sun`, `fri-mon`. */
function readDays(text: string): boolean[] | null {
  const days = DAYS.map(() => false);
  for (const piece of text.split(',')) {
    const [first, last = first, ...more] = piece.split('-').map((name) => DAYS.indexOf(name));
    if (first === undefined || last === undefined || first < 0 || last < 0 || more.length > 0) return null;
    for (let day = first; ; day = (day + 1) % 7) {
      days[day] = true;
      if (day === last) break;
    }
  }
  return days;
}

function minutes(hour: string, minute: string): number | null {
  const value = Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && value <= DAY_MINUTES ? value : null;
}

/** Making a format costs more than a judgement: there are few zones, and each is made once. */
const formats = new Map<string, Intl.DateTimeFormat>();
const ZONES_MAX = 100;

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    const parts = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: zone });
    if (formats.size < ZONES_MAX) formats.set(zone, format);
  }
  return format;
}

function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

function wallClock(zone: string, moment: number): { day: number; minute: number } {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return {
    day: DAYS.indexOf(parts.get('weekday')!.toLowerCase()),
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}
