/** Where a secret may be used: on which machines and by which programs, as JSON arrays of globs; null: anywhere, by any. */
import type { Migration } from '../migration.ts';

export const boundSecrets: Migration = {
  name: '019-bound-secrets',
  statements: () => [`alter table secrets add column machines text`, `alter table secrets add column programs text`],
};
