/** Open sessions, so that people can see and end their own. One that is not in the table has ended. */
import type { Migration } from '../migration.ts';

export const sessions: Migration = {
  name: '026-sessions',
  statements: () => [
    `create table sessions (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      epoch integer not null,
      method text not null,
      address text not null,
      browser text,
      system text,
      created_at bigint not null,
      last_used_at bigint not null,
      expires_at bigint not null
    )`,
    `create index sessions_by_user on sessions (user_id, last_used_at)`,
    `create index sessions_by_end on sessions (expires_at)`,
    `drop table ended_sessions`,
  ],
};
