/** How far long work is, as it crosses the wire. */
import * as z from 'zod';

export const Progress = z.object({ done: z.int(), of: z.int() });
export type Progress = z.infer<typeof Progress>;
