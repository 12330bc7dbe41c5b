/** The keys of callers in the database, each with the execution that it stands for. */
import { compileOnce } from '../../db/compile-once.ts';
import type { Queries } from '../../db/database.ts';
import type { WorkspaceId } from '../../ids.ts';

export interface KnownKey {
  readonly digest: Buffer;
  readonly execution_id: string;
}

const select = compileOnce((queries: Queries, userId: string, name: string, now: number) =>
  queries
    .selectFrom('idempotency_keys')
    .select(['digest', 'execution_id'])
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .where('expires_at', '>', now),
);

export async function findKey(queries: Queries, userId: string, name: string, now: number): Promise<KnownKey | null> {
  return (await select(queries, userId, name, now))[0] ?? null;
}

/** False: it stands for another execution already. One whose time is over is free again. */
export async function insertKey(
  tx: Queries,
  row: {
    user_id: string;
    name: string;
    digest: Buffer;
    execution_id: string;
    workspace_id: WorkspaceId;
    expires_at: number;
  },
  now: number,
): Promise<boolean> {
  const { digest, execution_id, workspace_id, expires_at } = row;
  const written = await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'name'])
        .doUpdateSet({ digest, execution_id, workspace_id, expires_at })
        .where('idempotency_keys.expires_at', '<=', now),
    )
    .returning('name')
    .execute();
  return written.length > 0;
}

export async function deleteKeyOf(tx: Queries, userId: string, executionId: string): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('execution_id', '=', executionId)
    .execute();
}
