/** Projects in the database. */
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import { insertNumbered } from '../db/insert-numbered.ts';
import type { ProjectsTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';
import { indexDoc } from '../search-index/index.ts';

export type ProjectRow = Selectable<ProjectsTable>;

export async function findProject(
  queries: Queries,
  workspaceId: WorkspaceId,
  id: number,
): Promise<ProjectRow | undefined> {
  return queries
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
}

/** As it is now, locked until the transaction ends. */
export async function lockProject(tx: Queries, workspaceId: WorkspaceId, id: number): Promise<ProjectRow | undefined> {
  return tx
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirst();
}

export async function listProjects(queries: Queries, workspaceId: WorkspaceId): Promise<ProjectRow[]> {
  return queries.selectFrom('projects').selectAll().where('workspace_id', '=', workspaceId).orderBy('id').execute();
}

export async function findProjects(
  queries: Queries,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<ProjectRow[]> {
  if (ids.length === 0) return [];
  return queries
    .selectFrom('projects')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute();
}

export async function countProjects(tx: Queries, workspaceId: WorkspaceId): Promise<number> {
  const { count } = await tx
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertProject(tx: Queries, row: Omit<ProjectRow, 'id'>): Promise<ProjectRow> {
  const last = await tx
    .selectFrom('projects')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('workspace_id', '=', row.workspace_id)
    .executeTakeFirst();
  const inserted = await insertNumbered(row.created_at, last?.id ?? 0, (id) =>
    tx
      .insertInto('projects')
      .values({ ...row, id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returningAll()
      .executeTakeFirst(),
  );
  await indexProject(tx, inserted);
  return inserted;
}

export async function updateProject(tx: Queries, row: ProjectRow): Promise<void> {
  const { id, workspace_id: _, created_at: __, ...changes } = row;
  await tx.updateTable('projects').set(changes).where('id', '=', id).execute();
  await indexProject(tx, row);
}

/** Removes it with everything in it. */
export async function deleteProject(queries: Queries, workspaceId: WorkspaceId, id: number): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('projects')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function indexProject(tx: Queries, row: ProjectRow): Promise<void> {
  await indexDoc(tx, {
    workspaceId: row.workspace_id,
    projectId: row.id,
    type: 'project',
    refId: row.id,
    text: `${row.name}\n${row.description}`,
    updatedAt: row.updated_at,
  });
}
