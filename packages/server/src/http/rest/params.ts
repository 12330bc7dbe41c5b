/** Path and query parameters that many resources share. */
import * as z from 'zod';

export const IdParams = z.object({ id: z.string().min(1).max(64) });

/** The number of a project, an item or an entry, as it appears in an address. */
export const IdNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
