/** Projects, the journal, panels and the search index. */
import type { Generated } from 'kysely';
import type { WorkspaceId } from '../../ids.ts';

export interface ProjectsTable {
  id: Generated<number>;
  workspace_id: WorkspaceId;
  name: string;
  description: string;
  version: number;
  created_at: number;
  updated_at: number;
}

/** Facets, roadmap items, notes, ideas, packs and services. */
export interface ProjectItemsTable {
  id: Generated<number>;
  workspace_id: WorkspaceId;
  project_id: number;
  kind: string;
  title: string;
  content: string;
  status: string | null;
  position: number;
  /** JSON object of the fields that only this kind has. */
  fields: string;
  version: number;
  created_at: number;
  updated_at: number;
}

export interface JournalEntriesTable {
  id: Generated<number>;
  workspace_id: WorkspaceId;
  project_id: number;
  content: string;
  source: string;
  /** JSON array of names. */
  tags: string;
  /** The commit that the content shows, of all that the entry has had. */
  commit_ref: string | null;
  created_at: number;
  /** When the commit was made; null: when it was written. */
  happened_at: number | null;
}

export interface JournalCommitsTable {
  project_id: number;
  /** Empty if the commit came without a repository's name. */
  repo: string;
  commit_ref: string;
  entry_id: number;
}

export interface PanelsTable {
  id: Generated<number>;
  workspace_id: WorkspaceId;
  title: string;
  markdown: string | null;
  view: string | null;
  project_id: number | null;
  created_at: number;
}

/**
 * A document of the search index. Its words are in `search_words` on SQLite, in a column of their own on PostgreSQL.
 */
export interface SearchDocsTable {
  id: Generated<number>;
  workspace_id: WorkspaceId;
  project_id: number;
  type: string;
  ref_id: number;
  updated_at: number;
}
