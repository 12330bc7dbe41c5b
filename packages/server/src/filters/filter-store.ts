/** People's own filters in the database. */
import type { Selectable } from 'kysely';
import { compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import { lockName } from '../db/locks.ts';
import type { OwnFiltersTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';

export type FilterRow = Selectable<OwnFiltersTable>;

/** Read with every command that is compacted, so it does not fetch the definitions. */
export const filterRevisions = compileOnce((queries, workspaceId: WorkspaceId) =>
  queries
    .selectFrom('own_filters')
    .select(['name', 'revision'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name'),
);

export async function filterRows(queries: Queries, workspaceId: WorkspaceId): Promise<FilterRow[]> {
  return queries
    .selectFrom('own_filters')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .execute();
}

/** Replacing keeps the time of creation, and raises the revision even if the clock stands still. */
export async function saveFilter(tx: Queries, row: FilterRow): Promise<void> {
  await tx
    .insertInto('own_filters')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'name']).doUpdateSet((eb) => ({
        definition: row.definition,
        updated_at: row.updated_at,
        revision: eb('own_filters.revision', '+', 1),
      })),
    )
    .execute();
}

/** Locked until the transaction ends, so that of two that exceed the limit only together, one fails. */
export async function lockFilters(tx: Queries, workspaceId: WorkspaceId): Promise<void> {
  await lockName(tx, `filters:${workspaceId}`);
}

/** How many others there are, and how long they are together. */
export async function countFilters(
  tx: Queries,
  workspaceId: WorkspaceId,
  except: string,
): Promise<{ count: number; chars: number }> {
  const { count, chars } = await tx
    .selectFrom('own_filters')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>(eb.fn<number>('length', ['definition'])).as('chars'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('name', '<>', except)
    .executeTakeFirstOrThrow();
  return { count: Number(count), chars: Number(chars ?? 0) };
}

export async function deleteFilter(queries: Queries, workspaceId: WorkspaceId, name: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('own_filters')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
