/** Requests to stop commands, in the database: the instance that runs them finds them there. */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

export interface StopRequest {
  /** An execution, a token or connection, or a user. */
  readonly subject: string;
  /** 1: commands opened after `created_at` may run. */
  readonly earlier_only: number;
  readonly created_at: number;
}

/** What was meant for good stays so. */
export async function putStop(queries: Queries, row: StopRequest): Promise<void> {
  await queries
    .insertInto('stop_requests')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        created_at: row.created_at,
        earlier_only: sql<number>`case when stop_requests.earlier_only < ${row.earlier_only} then stop_requests.earlier_only else ${row.earlier_only} end`,
      }),
    )
    .execute();
}

export async function stopsAmong(queries: Queries, subjects: readonly string[]): Promise<StopRequest[]> {
  if (subjects.length === 0) return [];
  return queries.selectFrom('stop_requests').selectAll().where('subject', 'in', subjects).execute();
}
