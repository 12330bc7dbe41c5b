/** What compaction and aliases saved. */
import type { StatsAnswer, StatsBreakdown } from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, withQuery } from './call.ts';

export type Stats = StatsAnswer;
export type StatsGroup = StatsAnswer['groups'][number];
export type { StatsBreakdown };

export const statsQuery = (days: number) =>
  queryOptions({
    queryKey: ['stats', days],
    queryFn: ({ signal }) =>
      call<Stats>('GET', withQuery('/synapse/stats', { group_by: 'day', days }), undefined, signal),
  });

/** In the workspace of a crew: by the usernames of its members. */
export const memberStatsQuery = (days: number) =>
  queryOptions({
    queryKey: ['stats', days, 'members'],
    queryFn: ({ signal }) =>
      call<Stats>('GET', withQuery('/synapse/stats', { group_by: 'user', days }), undefined, signal),
  });

export const breakdownQuery = (days: number) =>
  queryOptions({
    // Not refreshed after every command, because it is counted from the log.
    queryKey: ['breakdown', days],
    queryFn: ({ signal }) =>
      call<StatsBreakdown>('GET', withQuery('/synapse/stats/breakdown', { days }), undefined, signal),
    staleTime: 20_000,
    refetchInterval: 60_000,
  });
