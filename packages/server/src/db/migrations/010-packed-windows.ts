/**
 * A window is one row that holds all its events, and a day's count is one entry of one B-tree. With one row per event,
 * a call read hundreds of rows and rewrote up to five pages. Windows begin empty: what they held is minutes old at
 * most.
 */
import type { Migration } from '../migration.ts';

export const packedWindows: Migration = {
  name: '010-packed-windows',
  statements: (dialect) => [
    `drop table window_hits`,
    `create table windows (
      bucket text primary key,
      hits ${dialect === 'sqlite' ? 'blob' : 'bytea'} not null,
      last_at bigint not null
    )${dialect === 'sqlite' ? ' without rowid' : ''}`,
    ...(dialect === 'sqlite'
      ? [
          `alter table daily_calls rename to daily_calls_before`,
          `create table daily_calls (
            user_id text not null references users (id) on delete cascade,
            day integer not null,
            used integer not null,
            primary key (user_id, day)
          ) without rowid`,
          `insert into daily_calls (user_id, day, used) select user_id, day, used from daily_calls_before`,
          `drop table daily_calls_before`,
        ]
      : []),
  ],
};
