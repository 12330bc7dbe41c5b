/** What the log says is running, by instance. */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

export interface RunningOf {
  readonly instanceId: string;
  readonly count: number;
  readonly oldestAt: number;
}

export async function runningByInstance(queries: Queries): Promise<RunningOf[]> {
  const rows = await queries
    .selectFrom('audit_entries')
    .select((eb) => ['instance_id', eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    // Spelt out, so that the index of running entries serves it.
    .where('status', '=', sql.lit('running'))
    .groupBy('instance_id')
    .execute();
  return rows.map(({ instance_id, count, oldest }) => ({
    instanceId: instance_id,
    count: Number(count),
    oldestAt: Number(oldest),
  }));
}
