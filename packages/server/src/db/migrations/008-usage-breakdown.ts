/** What each filter, alias and command saved, day by day, read out of the audit log. */
import type { Migration } from '../migration.ts';

export const usageBreakdown: Migration = {
  name: '008-usage-breakdown',
  statements: () => [
    // How far into a user's log the numbers reach. Like the log, they outlive their user: no foreign key.
    `create table usage_marks (user_id text primary key, seq bigint not null)`,
    // saved: tokens for filters and commands, characters for aliases.
    `create table usage_breakdown (
      user_id text not null,
      kind text not null check (kind in ('filter', 'alias', 'command')),
      day integer not null,
      name text not null,
      runs bigint not null,
      saved bigint not null,
      primary key (user_id, kind, day, name)
    )`,
  ],
};
