/**
 * When a commit was made, which is not when the journal heard of it (null: as of any other entry, when it was written);
 * and what each client's commands printed and were answered, counted from the log.
 */
import type { Migration } from '../migration.ts';

export const commitTimesAndClients: Migration = {
  name: '050-commit-times-and-clients',
  statements: () => [
    `alter table journal_entries add column happened_at bigint`,
    `create index journal_entries_as_happened
      on journal_entries (user_id, coalesce(happened_at, created_at), id)`,
    // How far into a user's log the numbers reach.
    `create table usage_client_marks (user_id text primary key, seq bigint not null)`,
    `create table usage_clients (
      user_id text not null,
      day integer not null,
      name text not null,
      runs bigint not null,
      saved bigint not null,
      printed bigint not null,
      returned bigint not null,
      primary key (user_id, day, name)
    )`,
  ],
};
