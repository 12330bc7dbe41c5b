/** Commands that outlive the call: who follows each, and what is needed to go on with it. */
import type { Migration } from '../migration.ts';

export const jobs: Migration = {
  name: '029-jobs',
  statements: (dialect) => [
    `create table jobs (
      execution_id text primary key,
      user_id text not null,
      machine_id text not null,
      state text not null,
      owner text,
      cancelled integer not null default 0,
      created_at bigint not null,
      deadline bigint not null,
      ended_at bigint,
      sealed ${dialect === 'sqlite' ? 'blob' : 'bytea'}
    )`,
    `create index jobs_by_user on jobs (user_id, created_at)`,
    `create index jobs_open on jobs (state) where state <> 'tidy'`,
    // A notification is about a question, or about the end of a job.
    `alter table notification_channels add column ends integer not null default 1`,
    `create table all_notifications (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      approval_id text references approvals (id) on delete cascade,
      execution_id text,
      kind text not null,
      attempts integer not null,
      next_at bigint not null,
      give_up_at bigint not null
    )`,
    `insert into all_notifications (id, user_id, approval_id, kind, attempts, next_at, give_up_at)
      select id, user_id, approval_id, kind, attempts, next_at, give_up_at from notifications`,
    `drop table notifications`,
    `alter table all_notifications rename to notifications`,
    `create index notifications_by_time on notifications (next_at)`,
    `create index notifications_by_user on notifications (user_id)`,
    `create index notifications_by_approval on notifications (approval_id)`,
  ],
};
