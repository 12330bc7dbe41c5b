/** What compaction and aliases saved. */
import { queryOptions } from '@tanstack/react-query';
import { call, withQuery } from './call.ts';

export interface StatsGroup {
  readonly key: string;
  readonly commands: number;
  readonly rtk_applied: number;
  readonly saved_tokens: number;
  readonly alias_hits: number;
}

export interface Stats {
  readonly period: { readonly days: number; readonly from: string; readonly to: string };
  readonly totals: { readonly commands: number; readonly rtk_applied: number; readonly saved_tokens: number };
  readonly aliases: {
    readonly total_hits: number;
    readonly hot_code: string | null;
    readonly top_codes: readonly { readonly code: string; readonly hits: number }[];
    readonly tokens_saved_estimate: number;
  };
  readonly groups: readonly StatsGroup[];
}

export const statsQuery = (days: number) =>
  queryOptions({
    queryKey: ['stats', days],
    queryFn: ({ signal }) =>
      call<Stats>('GET', withQuery('/synapse/stats', { group_by: 'day', days }), undefined, signal),
  });
