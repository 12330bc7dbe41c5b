/** Commands on agents that an instance which stops hands to another one. A row lasts as long as that takes. */
import type { Migration } from '../migration.ts';

export const handOvers: Migration = {
  name: '053-hand-overs',
  statements: (dialect) => [
    `create table hand_overs (
      execution_id text primary key,
      user_id text not null,
      owner text not null,
      heir text,
      form integer not null,
      cancelled integer not null default 0,
      created_at bigint not null,
      sealed ${dialect === 'sqlite' ? 'blob' : 'bytea'}
    )`,
  ],
};
