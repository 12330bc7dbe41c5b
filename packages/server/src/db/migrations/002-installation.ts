/** A name of its own for each database, by which a data directory knows the one that belongs to it. */
import type { Migration } from '../migration.ts';

export const installation: Migration = {
  name: '002-installation',
  statements: () => [`create table installation (one integer primary key check (one = 1), id text not null)`],
};
