/** Freezes: what nobody may run until a person lifts it. Of everything that a freeze can cover there is at most one. */
import type { Migration } from '../migration.ts';

export const freezes: Migration = {
  name: '020-freezes',
  statements: () => [
    `create table freezes (
      id text primary key,
      user_id text references users (id) on delete cascade,
      machine text,
      token_id text,
      reason text,
      created_at bigint not null,
      created_by text not null
    )`,
    `create unique index freezes_by_scope
      on freezes (coalesce(user_id, ''), coalesce(machine, ''), coalesce(token_id, ''))`,
    `create index freezes_by_user on freezes (user_id)`,
  ],
};
