/** Alias suggestions in the database. */
import type { SuggestionStatus } from '@synapse/contract';
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { AliasSuggestionsTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';

export type SuggestionRow = Selectable<AliasSuggestionsTable>;

/** The largest saving comes first. */
export async function listSuggestions(
  queries: Queries,
  workspaceId: WorkspaceId,
  status: SuggestionStatus | undefined,
): Promise<SuggestionRow[]> {
  let query = queries.selectFrom('alias_suggestions').selectAll().where('workspace_id', '=', workspaceId);
  if (status !== undefined) query = query.where('status', '=', status);
  return query.orderBy('chars_saved', 'desc').orderBy('command').limit(LISTED_MAX).execute();
}

const LISTED_MAX = 1000;

export async function findSuggestion(
  tx: Queries,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SuggestionRow | undefined> {
  return tx
    .selectFrom('alias_suggestions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function setStatus(
  tx: Queries,
  id: string,
  change: { status: SuggestionStatus; code: string; updated_at: number },
): Promise<SuggestionRow> {
  return tx.updateTable('alias_suggestions').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** The command has an alias now, so its suggestion goes. */
export async function dropPending(tx: Queries, workspaceId: WorkspaceId, command: string): Promise<void> {
  await tx
    .deleteFrom('alias_suggestions')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .where('command', '=', command)
    .execute();
}

/** Replaces the pending suggestions by these. One that was pending before keeps its id and its age. */
export async function replacePending(
  tx: Queries,
  workspaceId: WorkspaceId,
  rows: readonly SuggestionRow[],
): Promise<void> {
  await tx
    .deleteFrom('alias_suggestions')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .execute();
  if (rows.length > 0) await tx.insertInto('alias_suggestions').values(rows).execute();
}

/** Commands whose suggestions were rejected, for good. */
export async function rejectedCommands(queries: Queries, workspaceId: WorkspaceId): Promise<Set<string>> {
  const rows = await queries
    .selectFrom('alias_suggestions')
    .select('command')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'rejected')
    .execute();
  return new Set(rows.map(({ command }) => command));
}
