/** What people have allowed clients by OAuth, and what the authorization server has to remember. */
import type { Migration } from '../migration.ts';

export const connections: Migration = {
  name: '024-connections',
  statements: (dialect) => {
    const bytes = dialect === 'sqlite' ? 'blob' : 'bytea';
    return [
      `create table connections (
        id text primary key,
        user_id text not null references users (id) on delete cascade,
        client_id text not null,
        client_name text,
        client_host text not null,
        scopes text not null,
        machines text,
        created_at bigint not null,
        expires_at bigint not null,
        last_used_at bigint,
        revoked_at bigint,
        calls_day integer not null default 0,
        calls integer not null default 0
      )`,
      `create index connections_by_user on connections (user_id, created_at)`,
      `create table oauth_states (
        kind text not null,
        hash ${bytes} not null,
        connection_id text references connections (id) on delete cascade,
        audience text,
        sealed ${bytes} not null,
        created_at bigint not null,
        expires_at bigint not null,
        consumed_at bigint,
        used integer not null default 0,
        primary key (kind, hash)
      )`,
      `create index oauth_states_by_connection on oauth_states (connection_id)`,
      `create index oauth_states_by_end on oauth_states (expires_at)`,
    ];
  },
};
