/** Which sandbox each machine and container was found to have. */
import type { Migration } from '../migration.ts';

export const sandboxes: Migration = {
  name: '023-sandboxes',
  statements: () => [`alter table machines add column sandboxes text not null default '{}'`],
};
