/** Erased entries in the database: they lose the text of their command, and its words in the search index. */
import type { RemovedUser } from '@synapse/contract';
import { sql } from 'kysely';
import { isoTime } from '../clock.ts';
import { byDialect } from '../db/by-dialect.ts';
import type { Queries } from '../db/database.ts';
import { said } from '../db/migrations/audit-log.ts';
import type { WorkspaceId } from '../ids.ts';
import type { AuditRow } from './audit-store.ts';
import { NO_MACHINE } from './no-machine.ts';

/** The entries of a chain that tell of an erasure. */
export async function erasuresOf(queries: Queries, workspaceId: WorkspaceId): Promise<AuditRow[]> {
  return queries
    .selectFrom('audit_entries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('erases', 'is not', null)
    .orderBy('seq')
    .execute();
}

/** Erasures that a crash interrupted. */
export async function cutOffErasures(queries: Queries): Promise<WorkspaceId[]> {
  const rows = await queries
    .selectFrom('audit_entries as erasure')
    .select('erasure.workspace_id')
    .distinct()
    .where('erasure.erases', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('audit_entries as entry')
          .select('entry.seq')
          .whereRef('entry.workspace_id', '=', 'erasure.workspace_id')
          .whereRef('entry.seq', '<=', 'erasure.erases')
          .where('entry.machine', '<>', NO_MACHINE)
          .where('entry.erased', 'is', null),
      ),
    )
    .execute();
  return rows.map(({ workspace_id }) => workspace_id);
}

/** Shown at once. */
const MOST_REMOVED = 500;

/** Users and crews that are gone and whose entries are in the log, the latest entry first. */
export async function removedUsers(queries: Queries): Promise<RemovedUser[]> {
  const rows = await queries
    .selectFrom('audit_heads as head')
    .leftJoin('workspaces as owner', 'owner.id', 'head.workspace_id')
    .select(['head.workspace_id', 'head.username', 'head.created_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('audit_entries as erasure')
          .select('erasure.seq')
          .whereRef('erasure.workspace_id', '=', 'head.workspace_id')
          .where('erasure.erases', 'is not', null),
      ).as('erased'),
    )
    .where('owner.id', 'is', null)
    .where('head.seq', '>', 0)
    .orderBy('head.created_at', 'desc')
    .limit(MOST_REMOVED)
    .execute();
  return rows.map(({ workspace_id, username, created_at, erased }) => ({
    id: workspace_id,
    username,
    last_entry_at: isoTime(created_at),
    // A number on SQLite.
    erased: Boolean(erased),
  }));
}

/** Where a chain was read to: by its own number, and by that of SQLite's index of words. */
export interface ErasurePosition {
  readonly seq: number;
  readonly word: number;
}

/** Removes the words of these entries, before the entries lose them. */
export async function removeWords(
  tx: Queries,
  workspaceId: WorkspaceId,
  rows: readonly AuditRow[],
  { word }: ErasurePosition,
): Promise<number> {
  return removeWordsOf(
    tx,
    workspaceId,
    rows.map(({ seq }) => seq),
    word,
  );
}

const removeWordsOf = byDialect<[workspaceId: WorkspaceId, seqs: readonly number[], word: number], Promise<number>>({
  sqlite: removeFromIndex,
  postgres: async (tx, workspaceId, seqs) => {
    await sql`delete from audit_words where workspace_id = ${workspaceId} and seq = any(${seqs})`.execute(tx);
    await sql`update audit_outcomes set alias = null where workspace_id = ${workspaceId} and seq = any(${seqs})`.execute(
      tx,
    );
    return 0;
  },
});

async function removeFromIndex(
  tx: Queries,
  workspaceId: WorkspaceId,
  seqs: readonly number[],
  word: number,
): Promise<number> {
  // The index stores no text, so the words to remove are passed to it again.
  const { rows: found } = await sql<{ id: number; seq: number }>`
    select rowid as id, seq from audit_words where audit_words match ${`"${workspaceId}"`} and workspace_id = ${workspaceId}
    and rowid > ${word} and seq <= ${seqs.at(-1) ?? 0} order by rowid`.execute(tx);
  const erased = new Set(seqs);
  for (const { id, seq } of found.filter((row) => erased.has(row.seq))) {
    await sql`
      insert into audit_words (audit_words, rowid, words, workspace_id, seq)
      select 'delete', ${id}, ${sql.raw(said('old'))}, old.workspace_id, old.seq from audit_entries as old
      where old.workspace_id = ${workspaceId} and old.seq = ${seq}`.execute(tx);
  }
  return found.at(-1)?.id ?? word;
}

export async function storeErased(tx: Queries, row: AuditRow): Promise<void> {
  const { container, cwd, command_template, alias, token_hint, ip, rule, erased } = row;
  await tx
    .updateTable('audit_entries')
    .set({ container, cwd, command_template, alias, token_hint, ip, rule, erased })
    .where('workspace_id', '=', row.workspace_id)
    .where('seq', '=', row.seq)
    .execute();
}
