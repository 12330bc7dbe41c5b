/** Projects in the database. */
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import { insertNumbered } from '../db/insert-numbered.ts';
import type { ProjectsTable } from '../db/schema.ts';
import { indexDoc } from '../search-index/index.ts';

export type ProjectRow = Selectable<ProjectsTable>;

export async function findProject(queries: Queries, userId: string, id: number): Promise<ProjectRow | undefined> {
  return queries
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** As it is now, locked until the transaction ends. */
export async function lockProject(tx: Queries, userId: string, id: number): Promise<ProjectRow | undefined> {
  return tx
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function listProjects(queries: Queries, userId: string): Promise<ProjectRow[]> {
  return queries.selectFrom('projects').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export async function findProjects(queries: Queries, userId: string, ids: readonly number[]): Promise<ProjectRow[]> {
  if (ids.length === 0) return [];
  return queries.selectFrom('projects').selectAll().where('user_id', '=', userId).where('id', 'in', ids).execute();
}

export async function countProjects(tx: Queries, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertProject(tx: Queries, row: Omit<ProjectRow, 'id'>): Promise<ProjectRow> {
  const last = await tx
    .selectFrom('projects')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('user_id', '=', row.user_id)
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
  const { id, user_id: _, created_at: __, ...changes } = row;
  await tx.updateTable('projects').set(changes).where('id', '=', id).execute();
  await indexProject(tx, row);
}

/** Removes it with everything in it. */
export async function deleteProject(queries: Queries, userId: string, id: number): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('projects')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function indexProject(tx: Queries, row: ProjectRow): Promise<void> {
  await indexDoc(tx, {
    userId: row.user_id,
    projectId: row.id,
    type: 'project',
    refId: row.id,
    text: `${row.name}\n${row.description}`,
    updatedAt: row.updated_at,
  });
}
