/** How often, each day, compaction's safety net put back what a filter had lost. */
import type { Migration } from '../migration.ts';

export const mended: Migration = {
  name: '037-mended',
  statements: () => [`alter table daily_usage add column mended integer not null default 0`],
};
