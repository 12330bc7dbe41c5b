/** How far the long part of each migration is, which is done in pieces while instances serve. */
import type { Migration } from '../migration.ts';

export const migrationBatches: Migration = {
  name: '044-migration-batches',
  statements: () => [
    `create table migration_batches (
      name text primary key,
      done bigint not null,
      ended_at bigint
    )`,
  ],
};
