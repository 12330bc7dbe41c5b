/** What the checks of a machine found, as it crosses the wire. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { Identifier } from './identifier.ts';

/** A day in slots of ten minutes. */
export const HEALTH_SLOTS = { ms: 10 * 60_000, count: 144 } as const;

export const MachineHealth = z.object({
  slug: Identifier,
  checked_at: Timestamp.nullable(),
  /** Whether the last check reached it. Null: not checked yet. */
  reached: z.boolean().nullable(),
  /** How long that took: until its shell, or its engine, was ready. */
  latency_ms: z.int().nullable(),
  /** The code with which it failed. */
  refusal: Identifier.nullable(),
  /** Why it failed, as a test of the machine says it. */
  message: z.string().nullable(),
  /** The share of the last day's checks that reached it, 0 to 1. */
  uptime: z.number().nullable(),
  /** The last day, oldest first: when each slot began, the share that reached it, and how long that took on average. */
  slots: z.array(z.object({ at: Timestamp, up: z.number(), ms: z.int().nullable() })),
});
export type MachineHealth = z.infer<typeof MachineHealth>;
