/** Projects and what they remember, the journal, panels, settings, and the full-text index over all of it. */
import type { Dialect } from '../database.ts';
import type { Migration } from '../migration.ts';

export const journal: Migration = {
  name: '004-journal',
  statements: (dialect) => {
    const id =
      dialect === 'postgres' ? 'bigint generated always as identity primary key' : 'integer primary key autoincrement';
    const owner = 'user_id text not null references users (id) on delete cascade';
    const project = 'project_id bigint not null references projects (id) on delete cascade';
    return [
      `create table projects (
        id ${id},
        ${owner},
        name text not null,
        description text not null,
        version integer not null,
        created_at bigint not null,
        updated_at bigint not null
      )`,
      `create index projects_by_user on projects (user_id, id)`,
      `create table project_items (
        id ${id},
        ${owner},
        ${project},
        kind text not null check (kind in ('facet', 'roadmap', 'knowledge', 'idea', 'pack', 'service')),
        title text not null,
        content text not null,
        status text,
        position integer not null,
        fields text not null,
        version integer not null,
        created_at bigint not null,
        updated_at bigint not null
      )`,
      `create index project_items_by_project on project_items (project_id, kind, position, id)`,
      `create index project_items_by_change on project_items (user_id, kind, updated_at)`,
      `create table journal_entries (
        id ${id},
        ${owner},
        ${project},
        content text not null,
        source text not null check (source in ('git-commit', 'manual', 'ai')),
        tags text not null,
        commit_ref text,
        created_at bigint not null
      )`,
      `create index journal_entries_by_user on journal_entries (user_id, id)`,
      `create index journal_entries_by_project on journal_entries (project_id, id)`,
      `create index journal_entries_by_time on journal_entries (user_id, created_at)`,
      // Every hash that an entry has had: a rewritten commit that arrives late finds its entry, and makes no second
      // one.
      `create table journal_commits (
        ${project},
        repo text not null,
        commit_ref text not null,
        entry_id bigint not null references journal_entries (id) on delete cascade,
        primary key (project_id, repo, commit_ref)
      )`,
      `create index journal_commits_by_entry on journal_commits (entry_id)`,
      `create table panels (
        id ${id},
        ${owner},
        title text not null,
        markdown text,
        view text,
        project_id bigint references projects (id) on delete cascade,
        created_at bigint not null
      )`,
      `create index panels_by_user on panels (user_id, id)`,
      `create index panels_by_project on panels (project_id) where project_id is not null`,
      `create table user_settings (
        user_id text primary key references users (id) on delete cascade,
        settings text not null
      )`,
      ...searchIndex(dialect, id, owner, project),
    ];
  },
};

/** Words are folded before they are stored, so that both databases match the same ones. */
function searchIndex(dialect: Dialect, id: string, owner: string, project: string): string[] {
  const columns = `id ${id}, ${owner}, ${project}, type text not null, ref_id bigint not null, updated_at bigint not null`;
  const indexes = [
    `create unique index search_docs_by_ref on search_docs (type, ref_id)`,
    `create index search_docs_by_project on search_docs (project_id)`,
    `create index search_docs_by_user on search_docs (user_id, updated_at)`,
  ];
  if (dialect === 'postgres') {
    return [
      `create table search_docs (${columns}, words tsvector not null)`,
      ...indexes,
      `create index search_docs_by_words on search_docs using gin (words)`,
    ];
  }
  return [
    `create table search_docs (${columns})`,
    ...indexes,
    `create virtual table search_words using fts5 (
      words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
    )`,
    // When a document goes, also with its project or its user, its words go too.
    `create trigger search_docs_gone after delete on search_docs
     begin delete from search_words where rowid = old.id; end`,
  ];
}
