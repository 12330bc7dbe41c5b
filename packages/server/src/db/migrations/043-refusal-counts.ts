/** Commands that were refused because a user gave too many: how many, since the log last told of it. */
import type { Migration } from '../migration.ts';

export const refusalCounts: Migration = {
  name: '043-refusal-counts',
  statements: () => [
    `create table refusal_counts (
      user_id text primary key references users (id) on delete cascade,
      since bigint not null,
      count integer not null
    )`,
  ],
};
