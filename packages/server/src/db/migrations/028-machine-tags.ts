/** What machines have in common, so that several can be named at once. */
import type { Migration } from '../migration.ts';

export const machineTags: Migration = {
  name: '028-machine-tags',
  statements: () => [`alter table machines add column tags text not null default '[]'`],
};
