/** Jobs over REST. One is started by `POST /synapse/exec` with `detach`, and stopped and read as any execution is. */
import { JOB_LIMITS, JobList } from '@synapse/contract';
import * as z from 'zod';
import type { ListJobs } from '../../jobs/listed-jobs.ts';
import { endpoint } from '../endpoint.ts';

export interface JobServices {
  readonly listJobs: ListJobs;
}

const Query = z.object({
  status: z.enum(['running', 'finished']).optional(),
  limit: z.coerce.number().int().min(1).max(JOB_LIMITS.listed).default(50),
});

export const getJobs = ({ listJobs }: JobServices) =>
  endpoint({
    summary: 'The user’s jobs, the newest first: commands that were started with `detach`.',
    access: 'user',
    query: Query,
    answer: JobList,
    handle: async ({ query: { status, limit } }, { workspace }) => {
      const running = status === undefined ? undefined : status === 'running';
      return { jobs: await listJobs(workspace.id, { running, limit }) };
    },
  });
