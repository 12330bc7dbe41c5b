/** The full-text index in the database: FTS5 on SQLite, tsvector on PostgreSQL, the same words in both. */
import type { SearchType } from '@synapse/contract';
import { type RawBuilder, sql } from 'kysely';
import { byDialect } from '../db/by-dialect.ts';
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { foldWords } from './fold-words.ts';

export interface SearchDoc {
  readonly workspaceId: WorkspaceId;
  readonly projectId: number;
  readonly type: SearchType;
  readonly refId: number;
  readonly text: string;
  readonly updatedAt: number;
}

export interface SearchHit {
  readonly type: SearchType;
  readonly ref_id: number;
  readonly project_id: number;
  readonly updated_at: number;
}

/** Adds what a person may search for to the index, in the transaction that writes it. */
export async function indexDoc(tx: Queries, doc: SearchDoc): Promise<void> {
  await removeDoc(tx, doc.type, doc.refId);
  // The owner is a word too, so that a search does not read other users' documents.
  const words = [...new Set([doc.workspaceId, ...foldWords(doc.text)])];
  await insertDoc(tx, doc, words);
}

const insertDoc = byDialect<[doc: SearchDoc, words: readonly string[]], Promise<void>>({
  sqlite: async (tx, doc, words) => {
    const { id } = await tx
      .insertInto('search_docs')
      .values({
        workspace_id: doc.workspaceId,
        project_id: doc.projectId,
        type: doc.type,
        ref_id: doc.refId,
        updated_at: doc.updatedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`insert into search_words (rowid, words) values (${id}, ${words.join(' ')})`.execute(tx);
  },
  postgres: async (tx, doc, words) => {
    await sql`insert into search_docs (workspace_id, project_id, type, ref_id, updated_at, words)
      values (${doc.workspaceId}, ${doc.projectId}, ${doc.type}, ${doc.refId}, ${doc.updatedAt},
        array_to_tsvector(${words}::text[]))`.execute(tx);
  },
});

export async function removeDoc(tx: Queries, type: SearchType, refId: number): Promise<void> {
  await tx.deleteFrom('search_docs').where('type', '=', type).where('ref_id', '=', refId).execute();
}

/** A condition on `search_docs.id`: documents of the user with a word that begins with each of these. */
export const matches = byDialect<[workspaceId: WorkspaceId, words: readonly string[]], RawBuilder<boolean>>({
  // Folded words are letters and digits only, so nothing in them can be an operator.
  sqlite: (_, workspaceId, words) => {
    const query = [`"${workspaceId}"`, ...words.map((word) => `"${word}"*`)].join(' AND ');
    return sql<boolean>`search_docs.id in (select rowid from search_words where search_words match ${query})`;
  },
  postgres: (_, workspaceId, words) => {
    const query = [`'${workspaceId}'`, ...words.map((word) => `'${word}':*`)].join(' & ');
    return sql<boolean>`search_docs.words @@ ${query}::tsquery`;
  },
});

/** The newest documents that match, of one project or of all. */
export async function findDocs(
  queries: Queries,
  {
    workspaceId,
    words,
    projectId,
    limit,
  }: { workspaceId: WorkspaceId; words: string[]; projectId?: number | undefined; limit: number },
): Promise<SearchHit[]> {
  const rows = await queries
    .selectFrom('search_docs')
    .select(['type', 'ref_id', 'project_id', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId!))
    .where(matches(queries, workspaceId, words))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows as SearchHit[];
}
