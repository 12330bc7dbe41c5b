/** Cuts in the database, and the removal of what they cover. */
import { type Selectable, sql } from 'kysely';
import { byDialect } from '../../db/by-dialect.ts';
import type { Queries } from '../../db/database.ts';
import { said } from '../../db/migrations/audit-log.ts';
import type { AuditCutsTable } from '../../db/schema.ts';
import type { WorkspaceId } from '../../ids.ts';

export type CutRow = Selectable<AuditCutsTable>;

export async function cutsOf(queries: Queries, workspaceId: WorkspaceId): Promise<CutRow[]> {
  return queries.selectFrom('audit_cuts').selectAll().where('workspace_id', '=', workspaceId).orderBy('seq').execute();
}

export async function lastCut(queries: Queries, workspaceId: WorkspaceId): Promise<CutRow | undefined> {
  return queries
    .selectFrom('audit_cuts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function cutOwners(queries: Queries): Promise<WorkspaceId[]> {
  const rows = await queries
    .selectFrom('audit_cuts')
    .select('workspace_id')
    .distinct()
    .orderBy('workspace_id')
    .execute();
  return rows.map(({ workspace_id }) => workspace_id);
}

/** False: another instance has cut this chain meanwhile. */
export async function storeCut(tx: Queries, cut: CutRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('audit_cuts')
    .values(cut)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Its file was removed with the commands of its user. */
export const isErasedCut = ({ archive }: Pick<CutRow, 'archive'>): boolean => archive === '';

export async function storeErasedCut(tx: Queries, { workspace_id, seq, archive, digest, seal }: CutRow): Promise<void> {
  await tx
    .updateTable('audit_cuts')
    .set({ archive, digest, seal })
    .where('workspace_id', '=', workspace_id)
    .where('seq', '=', seq)
    .execute();
}

export interface FirstEntry {
  readonly seq: number;
  readonly prev_hash: Buffer;
  readonly created_at: number;
}

/** The oldest entry that is still in the database. */
export async function firstEntry(queries: Queries, workspaceId: WorkspaceId): Promise<FirstEntry | undefined> {
  return queries
    .selectFrom('audit_entries')
    .select(['seq', 'prev_hash', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
}

/** Removes entries up to this number, with their words: the oldest `most` of them. Returns how many. */
export async function removeOldest(
  tx: Queries,
  { workspaceId, upTo, most }: { workspaceId: WorkspaceId; upTo: number; most: number },
): Promise<number> {
  const first = await firstEntry(tx, workspaceId);
  if (first === undefined || first.seq > upTo) return 0;
  const last = Math.min(upTo, first.seq + most - 1);
  await removeWords(tx, workspaceId, last, most);
  const { numDeletedRows } = await tx
    .deleteFrom('audit_entries')
    .where('workspace_id', '=', workspaceId)
    .where('seq', '<=', last)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const removeWords = byDialect<[workspaceId: WorkspaceId, last: number, most: number], Promise<void>>({
  sqlite: removeFromIndex,
  postgres: async (tx, workspaceId, last) => {
    await sql`delete from audit_words where workspace_id = ${workspaceId} and seq <= ${last}`.execute(tx);
  },
});

/**
 * SQLite's index keeps no text, so the words to remove are passed to it again. It finds a workspace's oldest
 * entries by the word that says whose they are.
 */
async function removeFromIndex(tx: Queries, workspaceId: WorkspaceId, last: number, most: number): Promise<void> {
  const { rows } = await sql<{ id: number; seq: number }>`
    select rowid as id, seq from audit_words where audit_words match ${`"${workspaceId}"`} and workspace_id = ${workspaceId}
    order by rowid limit ${most}`.execute(tx);
  for (const { id, seq } of rows.filter((row) => row.seq <= last)) {
    await sql`
      insert into audit_words (audit_words, rowid, words, workspace_id, seq)
      select 'delete', ${id}, ${sql.raw(said('old'))}, old.workspace_id, old.seq from audit_entries as old
      where old.workspace_id = ${workspaceId} and old.seq = ${seq}`.execute(tx);
  }
}
