/** Refusals that came after the answer, in the database: the details of their messages. */
import type { Queries } from '../db/database.ts';
import type { KeptRefusalsTable } from '../db/schema.ts';

/** Written once: the first one counts. */
export async function insertRefusal(tx: Queries, row: KeptRefusalsTable): Promise<void> {
  await tx
    .insertInto('kept_refusals')
    .values(row)
    .onConflict((conflict) => conflict.column('execution_id').doNothing())
    .execute();
}

export async function findRefusal(queries: Queries, userId: string, executionId: string): Promise<string | null> {
  const row = await queries
    .selectFrom('kept_refusals')
    .select('details')
    .where('execution_id', '=', executionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.details ?? null;
}

export async function dropExpiredRefusals(queries: Queries, now: number): Promise<void> {
  await queries.deleteFrom('kept_refusals').where('expires_at', '<=', now).execute();
}
