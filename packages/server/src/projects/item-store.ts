/** What projects remember, in the database: one table for all kinds. */
import type { ItemKind } from '@synapse/contract';
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import { insertNumbered } from '../db/insert-numbered.ts';
import type { ProjectItemsTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';
import { indexDoc, removeDoc } from '../search-index/index.ts';

type StoredItem = Selectable<ProjectItemsTable>;

/** A row with its own fields parsed. */
export interface ItemRow extends Omit<StoredItem, 'kind' | 'fields'> {
  kind: ItemKind;
  fields: Record<string, unknown>;
}

/** Of all projects of a user, in the order of the projects. */
export async function listItemsOfKind(queries: Queries, workspaceId: WorkspaceId, kind: ItemKind): Promise<ItemRow[]> {
  const rows = await queries
    .selectFrom('project_items')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .orderBy('project_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(itemRow);
}

export async function listItems(
  queries: Queries,
  workspaceId: WorkspaceId,
  projectId: number,
  kind: ItemKind | null,
): Promise<ItemRow[]> {
  const rows = await queries
    .selectFrom('project_items')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('workspace_id', '=', workspaceId)
    .$if(kind !== null, (query) => query.where('kind', '=', kind))
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(itemRow);
}

export async function findItems(
  queries: Queries,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<ItemRow[]> {
  if (ids.length === 0) return [];
  const rows = await queries
    .selectFrom('project_items')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute();
  return rows.map(itemRow);
}

/** As it is now, locked until the transaction ends. */
export async function lockItem(tx: Queries, workspaceId: WorkspaceId, id: number): Promise<ItemRow | undefined> {
  const row = await tx
    .selectFrom('project_items')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : itemRow(row);
}

/** How many of a kind there are, and the last position among them. */
export async function measureKind(
  tx: Queries,
  projectId: number,
  kind: ItemKind,
): Promise<{ count: number; last: number }> {
  const row = await tx
    .selectFrom('project_items')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('position').as('last')])
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), last: Number(row.last ?? -1) };
}

export async function insertItem(tx: Queries, item: Omit<ItemRow, 'id'>): Promise<ItemRow> {
  // Ordered by their position.
  const inserted = await insertNumbered(item.created_at, 0, (id) =>
    tx
      .insertInto('project_items')
      .values({ ...item, id, fields: JSON.stringify(item.fields) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returningAll()
      .executeTakeFirst(),
  );
  const row = itemRow(inserted);
  await indexItem(tx, row);
  return row;
}

export async function updateItem(tx: Queries, item: ItemRow): Promise<void> {
  const { title, content, status, position, fields, version, updated_at } = item;
  await tx
    .updateTable('project_items')
    .set({ title, content, status, position, fields: JSON.stringify(fields), version, updated_at })
    .where('id', '=', item.id)
    .execute();
  await indexItem(tx, item);
}

export async function deleteItem(tx: Queries, item: ItemRow): Promise<void> {
  await tx.deleteFrom('project_items').where('id', '=', item.id).execute();
  await removeDoc(tx, item.kind, item.id);
}

/** Roadmap items that were made or changed since then, newest first. */
export async function roadmapSince(
  queries: Queries,
  workspaceId: WorkspaceId,
  since: number,
  limit: number,
): Promise<ItemRow[]> {
  const rows = await queries
    .selectFrom('project_items')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'roadmap')
    .where('updated_at', '>=', since)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(itemRow);
}

export function itemRow(stored: StoredItem): ItemRow {
  return { ...stored, kind: stored.kind as ItemKind, fields: JSON.parse(stored.fields) as Record<string, unknown> };
}

export async function indexItem(tx: Queries, item: ItemRow): Promise<void> {
  const { tags, source, url, machine } = item.fields;
  await indexDoc(tx, {
    workspaceId: item.workspace_id,
    projectId: item.project_id,
    type: item.kind,
    refId: item.id,
    text: [item.title, item.content, tags, source, url, machine].flat().filter(Boolean).join('\n'),
    updatedAt: item.updated_at,
  });
}
