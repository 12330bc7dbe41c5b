/** An event of a window is now one entry of one B-tree. It was in four, and every call paid for each of them. */
import type { Migration } from '../migration.ts';

export const oneTreePerHit: Migration = {
  name: '007-one-tree-per-hit',
  statements: (dialect) => [
    `alter table window_hits rename to window_hits_before`,
    `create table window_hits (
      bucket text not null,
      at bigint not null,
      id text not null,
      primary key (bucket, at, id)
    )${dialect === 'sqlite' ? ' without rowid' : ''}`,
    `insert into window_hits (bucket, at, id) select bucket, at, id from window_hits_before`,
    `drop table window_hits_before`,
  ],
};
