/** Up to which entry a workspace's log is final. Counters may read that far and never need to read it again. */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';

/** The last entry before the first one that still runs or waits. What comes after it may still change. */
export async function lastSettled(queries: Queries, workspaceId: WorkspaceId): Promise<number> {
  // The end is read first: an entry opened after this is after the end, whether it is running or not.
  const head = await queries
    .selectFrom('audit_heads')
    .select('seq')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  const firsts = await Promise.all([
    firstOf(queries, workspaceId, 'running'),
    firstOf(queries, workspaceId, 'pending'),
  ]);
  return Math.min(head?.seq ?? 0, ...firsts.map((first) => first - 1));
}

/** By what holds only such entries, of all workspaces, instead of this one's whole log. */
async function firstOf(queries: Queries, workspaceId: WorkspaceId, status: 'running' | 'pending'): Promise<number> {
  const { first } = await queries
    .selectFrom('open_entries')
    .select((eb) => eb.fn.min<number | null>('seq').as('first'))
    .where('status', '=', sql.lit(status))
    .where(sql`workspace_id || ''`, '=', workspaceId)
    .executeTakeFirstOrThrow();
  return first ?? Number.POSITIVE_INFINITY;
}
