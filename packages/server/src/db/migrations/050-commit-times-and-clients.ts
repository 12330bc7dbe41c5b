/**
 * When a commit was made, which is not when the journal heard of it; and what each client's commands printed and were
 * answered, counted from the log like the other savings, which are therefore counted anew.
 */
import type { Migration } from '../migration.ts';

export const commitTimesAndClients: Migration = {
  name: '050-commit-times-and-clients',
  statements: () => [
    `alter table journal_entries add column happened_at bigint not null default 0`,
    `update journal_entries set happened_at = created_at`,
    `create index journal_entries_as_happened on journal_entries (user_id, happened_at, id)`,
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
    `delete from usage_breakdown`,
    `delete from usage_marks`,
  ],
};
