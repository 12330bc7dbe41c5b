/** Aliases, what is mined for them, their suggestions, and the daily numbers. */
import type { Migration } from '../migration.ts';

export const aliases: Migration = {
  name: '003-aliases',
  statements: () => [
    // first_word: the code that the command begins with, if it looks like one. It makes a chain easy to find.
    `create table aliases (
      user_id text not null references users (id) on delete cascade,
      code_key text not null,
      code text not null,
      command text not null,
      first_word text,
      hit_count bigint not null default 0,
      last_used_at bigint,
      created_at bigint not null,
      updated_at bigint not null,
      primary key (user_id, code_key)
    )`,
    `create index aliases_by_first_word on aliases (user_id, first_word) where first_word is not null`,
    `create table alias_suggestions (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      code text not null,
      command text not null,
      count bigint not null,
      chars_saved bigint not null,
      status text not null check (status in ('pending', 'accepted', 'rejected')),
      created_at bigint not null,
      updated_at bigint not null
    )`,
    `create unique index alias_suggestions_open on alias_suggestions (user_id, command) where status <> 'accepted'`,
    // How far into a user's log mining has read. What lies before it is in mined_commands.
    `create table mining_marks (
      user_id text primary key references users (id) on delete cascade,
      seq bigint not null
    )`,
    `create table mined_commands (
      user_id text not null references users (id) on delete cascade,
      day integer not null,
      command text not null,
      count integer not null,
      primary key (user_id, day, command)
    )`,
    // Like the log that they count, the numbers outlive their user: no foreign key.
    `create table daily_usage (
      user_id text not null,
      day integer not null,
      commands bigint not null,
      rtk_applied bigint not null,
      saved_tokens bigint not null,
      alias_hits bigint not null,
      alias_saved_chars bigint not null,
      primary key (user_id, day)
    )`,
    `create table daily_alias_usage (
      user_id text not null,
      day integer not null,
      code text not null,
      hits bigint not null,
      primary key (user_id, day, code)
    )`,
  ],
};
