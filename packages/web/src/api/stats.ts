/** What compaction and aliases saved. */
import type { StatsAnswer } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, withQuery } from './call.ts';

export type Stats = StatsAnswer;
export type StatsGroup = StatsAnswer['groups'][number];

export const statsQuery = (days: number) =>
  queryOptions({
    queryKey: ['stats', days],
    queryFn: ({ signal }) =>
      call<Stats>('GET', withQuery('/synapse/stats', { group_by: 'day', days }), undefined, signal),
  });
