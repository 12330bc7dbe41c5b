/** What a person notes beside a secret: what it is for, where it belongs, when it ends or wants to be renewed. */
import type { Migration } from '../migration.ts';

export const secretNotes: Migration = {
  name: '048-secret-notes',
  statements: () => [
    `alter table secrets add column description text`,
    `alter table secrets add column folder text`,
    `alter table secrets add column expires_at bigint`,
    `alter table secrets add column rotate_days integer`,
    // Null: with the last change, because until now every change stored a value.
    `alter table secrets add column value_at bigint`,
  ],
};
