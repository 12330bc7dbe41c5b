/** Jobs as they cross the wire: commands that outlive the call. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { AUDIT_SOURCES, AUDIT_STATUSES } from './executions.ts';
import { Identifier } from './identifier.ts';

export const JOB_LIMITS = { perUser: 20, listed: 200 } as const;

export const Job = z.object({
  execution_id: Identifier,
  machine: Identifier,
  container: Identifier.nullable(),
  command_template: z.string(),
  status: z.enum(AUDIT_STATUSES),
  exit_code: z.int().nullable(),
  created_at: Timestamp,
  /** It is killed then, if it still runs. */
  deadline: Timestamp,
  duration_ms: z.int().nullable(),
  source: z.enum(AUDIT_SOURCES),
  token_hint: Identifier.nullable(),
  /** In a crew: who started it. */
  actor: Identifier.optional(),
});
export type Job = z.infer<typeof Job>;
export const JobList = z.object({ jobs: z.array(Job) });
export type JobList = z.infer<typeof JobList>;
