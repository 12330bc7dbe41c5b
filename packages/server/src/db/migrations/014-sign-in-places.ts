/** The addresses from which each user has signed in, so that wrong guesses of others do not shut them out there. */
import type { Migration } from '../migration.ts';

export const signInPlaces: Migration = {
  name: '014-sign-in-places',
  statements: () => [
    `create table sign_in_places (
      user_id text not null references users (id) on delete cascade,
      address text not null,
      epoch integer not null,
      last_at bigint not null,
      primary key (user_id, address)
    )`,
  ],
};
