/** Why a command was refused after it had been let in, with the details of the message. */
import type { Migration } from '../migration.ts';

export const keptRefusals: Migration = {
  name: '017-kept-refusals',
  statements: () => [
    `create table kept_refusals (
      execution_id text primary key,
      user_id text not null references users (id) on delete cascade,
      details text not null,
      expires_at bigint not null
    )`,
    `create index kept_refusals_by_expiry on kept_refusals (expires_at)`,
    `create index kept_refusals_by_user on kept_refusals (user_id)`,
  ],
};
