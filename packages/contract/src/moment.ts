/** A moment as callers write it: ISO 8601, in UTC where no zone is given. */
import * as z from 'zod';
import { elseSay } from './reasons.ts';

const ISO = z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()]);

/** A time with zone, or a time or a day in UTC. */
export const Moment = z
  .string()
  .max(40)
  .refine((text) => ISO.safeParse(text).success, elseSay('date_time'))
  .meta({ format: 'date-time' });

export function momentMs(moment: string): number {
  const zoned = !moment.includes('T') || /(?:Z|[+-]\d\d:\d\d)$/.test(moment);
  return Date.parse(zoned ? moment : `${moment}Z`);
}
