/** Statistics over REST. */
import { STATS_DAYS, StatsAnswer, StatsBreakdown, StatsQuery } from '@synapse/contract';
import * as z from 'zod';
import type { Breakdown } from '../../stats/breakdown.ts';
import type { Stats } from '../../stats/stats.ts';
import { endpoint } from '../endpoint.ts';

export interface StatsServices {
  readonly stats: Stats;
  readonly breakdown: Breakdown;
}

/** The same as the tool's; in an address every value is text. */
const days = z.coerce.number().int().min(STATS_DAYS.min).max(STATS_DAYS.max).default(STATS_DAYS.default);
const Query = StatsQuery.extend({ days });

export const getStats = ({ stats }: StatsServices) =>
  endpoint({
    summary: 'What compaction and aliases saved; in a crew `group_by=user` is by member.',
    access: 'user',
    query: Query,
    answer: StatsAnswer,
    // An administrator of the instance has no say in a crew.
    handle: ({ query }, { session: { user }, workspace }) =>
      workspace.crew === null
        ? stats.answer({ workspaceId: workspace.id, role: user.role }, query)
        : stats.answer({ workspaceId: workspace.id, role: 'member', ofCrew: true }, query),
  });

export const getBreakdown = ({ breakdown }: StatsServices) =>
  endpoint({
    summary:
      'Which clients, filters, aliases, commands and machines saved how much, the largest savings first, and output by day.',
    access: 'user',
    query: z.object({ days }),
    answer: StatsBreakdown,
    handle: ({ query }, { workspace }) => breakdown(workspace.id, query),
  });
