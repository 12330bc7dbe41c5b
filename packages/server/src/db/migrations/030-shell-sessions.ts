/** What a session of shell commands has kept for the next one. */
import type { Migration } from '../migration.ts';

export const shellSessions: Migration = {
  name: '030-shell-sessions',
  statements: (dialect) => [
    `create table shell_sessions (
      user_id text not null references users (id) on delete cascade,
      id text not null,
      sealed ${dialect === 'postgres' ? 'bytea' : 'blob'} not null,
      expires_at bigint not null,
      primary key (user_id, id)
    )`,
    `create index shell_sessions_by_expiry on shell_sessions (expires_at)`,
  ],
};
