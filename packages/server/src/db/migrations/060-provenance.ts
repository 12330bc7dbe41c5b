/**
 * Who made each machine and each secret's value, and whether a person has confirmed where a machine leads. What is there
 * already was made by people. `removed_machines`: machines that a binding meant and that have been removed since.
 */
import type { Migration } from '../migration.ts';

export const provenance: Migration = {
  name: '060-provenance',
  statements: () => [
    `alter table machines add column made_by text not null default 'person'`,
    `alter table machines add column confirmed integer not null default 1`,
    `alter table machines add column version integer not null default 1`,
    `alter table secrets add column made_by text not null default 'person'`,
    `alter table secrets add column removed_machines text not null default '[]'`,
    // A grant without a fingerprint lifts nothing.
    `alter table approval_grants add column fingerprint text not null default ''`,
  ],
};
