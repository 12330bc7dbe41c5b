/** Channels and what has still to be sent, in the database. */
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { NotificationChannelsTable, NotificationsTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';

export type ChannelRow = Selectable<NotificationChannelsTable>;
export type NotificationRow = Selectable<NotificationsTable>;

export async function putChannel(tx: Queries, row: ChannelRow): Promise<void> {
  const { workspace_id: _user, kind: _kind, ...values } = row;
  await tx
    .insertInto('notification_channels')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'kind']).doUpdateSet(values))
    .execute();
}

export async function listChannels(queries: Queries, workspaceId: WorkspaceId): Promise<ChannelRow[]> {
  return queries
    .selectFrom('notification_channels')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('kind')
    .execute();
}

export async function channelsOf(queries: Queries, users: readonly WorkspaceId[]): Promise<ChannelRow[]> {
  if (users.length === 0) return [];
  return queries.selectFrom('notification_channels').selectAll().where('workspace_id', 'in', users).execute();
}

export async function findChannel(
  queries: Queries,
  workspaceId: WorkspaceId,
  kind: string,
): Promise<ChannelRow | undefined> {
  return queries
    .selectFrom('notification_channels')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** False where there is none. */
export async function setEnds(
  queries: Queries,
  workspaceId: WorkspaceId,
  kind: string,
  ends: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('notification_channels')
    .set({ ends: ends ? 1 : 0 })
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteChannel(queries: Queries, workspaceId: WorkspaceId, kind: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('notification_channels')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** How the latest attempt went. */
export async function noteAttempt(
  queries: Queries,
  { workspace_id, kind }: Pick<ChannelRow, 'workspace_id' | 'kind'>,
  outcome: { delivered_at: number } | { problem: string },
): Promise<void> {
  await queries
    .updateTable('notification_channels')
    .set('delivered_at' in outcome ? { ...outcome, problem: null } : outcome)
    .where('workspace_id', '=', workspace_id)
    .where('kind', '=', kind)
    .execute();
}

export async function insertNotification(tx: Queries, row: NotificationRow): Promise<void> {
  await tx.insertInto('notifications').values(row).execute();
}

/** Those about an approval that have not arrived yet. */
export async function dropNotifications(tx: Queries, approvalId: string): Promise<void> {
  await tx.deleteFrom('notifications').where('approval_id', '=', approvalId).execute();
}

/** Those of users whose receivers are slow stand behind the others. */
export async function dueNotifications(
  queries: Queries,
  now: number,
  limit: number,
  butOf: readonly WorkspaceId[],
): Promise<NotificationRow[]> {
  let due = queries.selectFrom('notifications').selectAll().where('next_at', '<=', now);
  if (butOf.length > 0) due = due.where('workspace_id', 'not in', butOf);
  return due.orderBy('next_at').limit(limit).execute();
}

/** False where another instance was faster. */
export async function claimNotification(queries: Queries, row: NotificationRow, until: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('notifications')
    .set({ next_at: until, attempts: row.attempts + 1 })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .where('next_at', '=', row.next_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function putOffNotification(queries: Queries, id: string, next_at: number): Promise<void> {
  await queries.updateTable('notifications').set({ next_at }).where('id', '=', id).execute();
}

export async function deleteNotification(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('notifications').where('id', '=', id).execute();
}
