/** Refusals that came after the answer, in the database: the details of their messages. */
import { sql } from 'kysely';
import { atCommit } from '../db/at-commit.ts';
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import type { KeptRefusalsTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';

/** Written once, with the commit: the first one counts. */
export function insertRefusal(
  tx: Queries,
  { execution_id, workspace_id, details, expires_at }: KeptRefusalsTable,
): void {
  atCommit(tx, insertOnce(tx, execution_id, workspace_id, details, expires_at));
}

const insertOnce = compileOnce(
  (tx: Queries, execution_id: string, workspace_id: string, details: string, expires_at: number) =>
    tx
      .insertInto('kept_refusals')
      .columns(['execution_id', 'workspace_id', 'details', 'expires_at'])
      // An order may be refused because its user is gone: then no reader is left.
      .expression(
        tx
          .selectFrom('users')
          .select([
            sql<string>`cast(${execution_id} as text)`.as('execution_id'),
            'id',
            sql<string>`cast(${details} as text)`.as('details'),
            sql<number>`cast(${expires_at} as bigint)`.as('expires_at'),
          ])
          .where('id', '=', workspace_id),
      )
      .onConflict((conflict) => conflict.column('execution_id').doNothing()),
);

export async function findRefusal(
  queries: Queries,
  workspaceId: WorkspaceId,
  executionId: string,
): Promise<string | null> {
  const row = await queries
    .selectFrom('kept_refusals')
    .select('details')
    .where('execution_id', '=', executionId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.details ?? null;
}
