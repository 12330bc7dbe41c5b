/** The journal in the database. */
import type { JournalSource } from '@synapse/contract';
import { type Selectable, sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import { insertNumbered } from '../db/insert-numbered.ts';
import type { JournalEntriesTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';
import { indexDoc, matches, removeDoc } from '../search-index/index.ts';

export type EntryRow = Selectable<JournalEntriesTable>;

export interface NewEntry {
  readonly workspaceId: WorkspaceId;
  readonly projectId: number;
  readonly content: string;
  readonly source: JournalSource;
  readonly tags: readonly string[];
  readonly commitRef: string | null;
  readonly createdAt: number;
  readonly happenedAt: number;
}

export async function insertEntry(tx: Queries, entry: NewEntry): Promise<EntryRow> {
  const last = await tx
    .selectFrom('journal_entries')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('workspace_id', '=', entry.workspaceId)
    .executeTakeFirst();
  const row = await insertNumbered(entry.createdAt, last?.id ?? 0, (id) =>
    tx
      .insertInto('journal_entries')
      .values({
        id,
        workspace_id: entry.workspaceId,
        project_id: entry.projectId,
        content: entry.content,
        source: entry.source,
        tags: JSON.stringify(entry.tags),
        commit_ref: entry.commitRef,
        created_at: entry.createdAt,
        happened_at: entry.happenedAt,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returningAll()
      .executeTakeFirst(),
  );
  await indexEntry(tx, row);
  return row;
}

/** The entries that these commits have, oldest first. */
export async function entriesOfCommits(
  tx: Queries,
  projectId: number,
  repo: string,
  refs: readonly string[],
): Promise<EntryRow[]> {
  return tx
    .selectFrom('journal_entries')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('journal_commits')
        .select('entry_id')
        .where('project_id', '=', projectId)
        .where('repo', '=', repo)
        .where('commit_ref', 'in', refs),
    )
    .orderBy('id')
    .execute();
}

/** From now on these commits belong to this entry. */
export async function nameEntry(tx: Queries, entry: EntryRow, repo: string, refs: readonly string[]): Promise<void> {
  await tx
    .insertInto('journal_commits')
    .values(refs.map((commit_ref) => ({ project_id: entry.project_id, repo, commit_ref, entry_id: entry.id })))
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'repo', 'commit_ref']).doUpdateSet({ entry_id: entry.id }),
    )
    .execute();
}

/** The entry shows another commit from now on. */
export async function rewriteEntry(
  tx: Queries,
  entry: EntryRow,
  shown: Pick<EntryRow, 'content' | 'commit_ref' | 'happened_at'>,
): Promise<EntryRow> {
  const row = await tx
    .updateTable('journal_entries')
    .set({ content: shown.content, commit_ref: shown.commit_ref, happened_at: shown.happened_at })
    .where('id', '=', entry.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await indexEntry(tx, row);
  return row;
}

/** The other entries are removed; their commits now belong to the one that stays. */
export async function mergeEntries(tx: Queries, stays: EntryRow, others: readonly EntryRow[]): Promise<void> {
  if (others.length === 0) return;
  const ids = others.map(({ id }) => id);
  await tx.updateTable('journal_commits').set({ entry_id: stays.id }).where('entry_id', 'in', ids).execute();
  await tx.deleteFrom('journal_entries').where('id', 'in', ids).execute();
  for (const id of ids) await removeDoc(tx, 'journal', id);
}

/** As the index has it. */
const HAPPENED = sql<number>`coalesce(happened_at, created_at)`;

export interface EntrySelection {
  readonly workspaceId: WorkspaceId;
  readonly projectId?: number | undefined;
  readonly since?: number | undefined;
  /** By when they came, or by when they happened; newest first. */
  readonly order?: 'added' | 'committed' | undefined;
  /** Entries before this one. */
  readonly before?: { readonly id: number; readonly happenedAt: number } | undefined;
  readonly words?: readonly string[] | undefined;
  readonly limit: number;
}

export async function listEntries(queries: Queries, wanted: EntrySelection): Promise<EntryRow[]> {
  const { workspaceId, projectId, since, before, words, order = 'added' } = wanted;
  let query = queries.selectFrom('journal_entries').selectAll().where('workspace_id', '=', workspaceId);
  if (projectId !== undefined) query = query.where('project_id', '=', projectId);
  if (since !== undefined) query = query.where('created_at', '>=', since);
  if (before !== undefined && order === 'added') query = query.where('id', '<', before.id);
  if (before !== undefined && order === 'committed') {
    query = query.where((eb) =>
      eb.or([
        eb(HAPPENED, '<', before.happenedAt),
        eb.and([eb(HAPPENED, '=', before.happenedAt), eb('id', '<', before.id)]),
      ]),
    );
  }
  if (words !== undefined) {
    query = query.where('id', 'in', (eb) =>
      eb
        .selectFrom('search_docs')
        .select('ref_id')
        .where('type', '=', 'journal')
        .where('search_docs.workspace_id', '=', workspaceId)
        .where(matches(queries, workspaceId, words)),
    );
  }
  if (order === 'committed') query = query.orderBy(HAPPENED, 'desc');
  return query.orderBy('id', 'desc').limit(wanted.limit).execute();
}

export async function findEntries(
  queries: Queries,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<EntryRow[]> {
  if (ids.length === 0) return [];
  return queries
    .selectFrom('journal_entries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute();
}

export async function countEntriesSince(queries: Queries, workspaceId: WorkspaceId, since: number): Promise<number> {
  const { count } = await queries
    .selectFrom('journal_entries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function indexEntry(tx: Queries, row: EntryRow): Promise<void> {
  await indexDoc(tx, {
    workspaceId: row.workspace_id,
    projectId: row.project_id,
    type: 'journal',
    refId: row.id,
    text: [row.content, ...(JSON.parse(row.tags) as string[])].join('\n'),
    updatedAt: row.created_at,
  });
}
