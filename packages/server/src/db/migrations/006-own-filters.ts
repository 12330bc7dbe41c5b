/** People's own compaction filters. */
import type { Migration } from '../migration.ts';

export const ownFilters: Migration = {
  name: '006-own-filters',
  statements: () => [
    `create table own_filters (
      user_id text not null references users (id) on delete cascade,
      name text not null,
      definition text not null,
      revision bigint not null,
      created_at bigint not null,
      updated_at bigint not null,
      primary key (user_id, name)
    )`,
  ],
};
