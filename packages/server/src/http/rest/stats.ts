/** Statistics over REST. */
import { STATS_DAYS, StatsAnswer, StatsQuery } from '@synapse/contract';
import { z } from 'zod';
import type { Stats } from '../../stats/stats.ts';
import { endpoint } from '../endpoint.ts';

export interface StatsServices {
  readonly stats: Stats;
}

/** The same as the tool's; in an address every value is text. */
const Query = StatsQuery.extend({
  days: z.coerce.number().int().min(STATS_DAYS.min).max(STATS_DAYS.max).default(STATS_DAYS.default),
});

export const getStats = ({ stats }: StatsServices) =>
  endpoint({
    summary: 'What compaction and aliases saved.',
    access: 'user',
    query: Query,
    answer: StatsAnswer,
    handle: ({ query }, { session: { user } }) => stats.answer({ userId: user.id, role: user.role }, query),
  });
