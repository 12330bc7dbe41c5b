/** Jobs: commands that outlive the call. */
import type { Job, JobList } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export type { Job };

export const jobsQuery = queryOptions({
  queryKey: ['executions', 'jobs'],
  queryFn: ({ signal }) => call<JobList>('GET', '/synapse/jobs?limit=200', undefined, signal),
  select: ({ jobs }) => jobs,
  refetchInterval: 10_000,
});
