/** Where a person wants to hear of what waits for them, and what has still to be sent there. */
import type { Migration } from '../migration.ts';

export const notifications: Migration = {
  name: '022-notifications',
  statements: (dialect) => [
    `create table notification_channels (
      user_id text not null references users (id) on delete cascade,
      kind text not null,
      host text not null,
      sealed ${dialect === 'sqlite' ? 'blob' : 'bytea'} not null,
      created_at bigint not null,
      delivered_at bigint,
      problem text,
      primary key (user_id, kind)
    )`,
    `create table notifications (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      approval_id text not null references approvals (id) on delete cascade,
      kind text not null,
      attempts integer not null,
      next_at bigint not null,
      give_up_at bigint not null
    )`,
    `create index notifications_by_time on notifications (next_at)`,
    `create index notifications_by_user on notifications (user_id)`,
    `create index notifications_by_approval on notifications (approval_id)`,
  ],
};
