/** A day's executions in the database, counted and looked at. */

import type { Queries } from '../db/database.ts';
import { ofUser } from './listing-store.ts';
import { NO_MACHINE } from './no-machine.ts';

export interface ExecutionCount {
  readonly status: string;
  readonly failed: boolean;
  readonly count: number;
}

export async function countExecutions(queries: Queries, userId: string, since: number): Promise<ExecutionCount[]> {
  const rows = await queries
    .selectFrom('audit_entries')
    .select((eb) => ['status', 'exit_code', eb.fn.countAll<number>().as('count')])
    .where(ofUser(userId))
    .where('created_at', '>=', since)
    .where('machine', '<>', NO_MACHINE)
    .groupBy(['status', 'exit_code'])
    .execute();
  return rows.map(({ status, exit_code, count }) => ({
    status,
    failed: status !== 'done' || exit_code !== 0,
    count: Number(count),
  }));
}

/** Commands that ran and failed, newest first. */
export async function failedExecutions(queries: Queries, userId: string, since: number, limit: number) {
  return queries
    .selectFrom('audit_entries')
    .select(['execution_id', 'machine', 'command_template', 'status', 'exit_code', 'created_at'])
    .where(ofUser(userId))
    .where('created_at', '>=', since)
    .where('status', 'not in', ['running', 'pending', 'refused'])
    .where((eb) => eb.or([eb('status', '<>', 'done'), eb('exit_code', '<>', 0)]))
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}
