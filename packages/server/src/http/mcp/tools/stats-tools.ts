/** What compaction and aliases saved. */
import { StatsAnswer, StatsQuery } from '@synapse/contract';
import type { Stats } from '../../../stats/stats.ts';
import { listTool } from '../list-tool.ts';
import type { Tool } from '../tool.ts';
import { READS } from './annotations.ts';

export const statsTools = ({ stats }: { stats: Stats }): Tool[] => [
  listTool('groups', {
    name: 'synapse_rtk_stats',
    description:
      'Commands that ran, tokens saved (plain output less all answers), alias hits and the prompt tokens they saved, over the last days (UTC). For role admin, group_by "user" covers everybody.',
    scope: 'mcp:read',
    input: StatsQuery,
    output: StatsAnswer,
    annotations: READS,
    handler: (query, { caller }) => stats.answer(caller, query),
  }),
];
