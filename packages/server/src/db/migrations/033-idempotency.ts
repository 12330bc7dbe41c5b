/** Which execution a caller's key stands for, and of what order: for a day, the same key is the same execution. */
import type { Migration } from '../migration.ts';

export const idempotency: Migration = {
  name: '033-idempotency',
  statements: (dialect) => [
    `create table idempotency_keys (
      user_id text not null references users (id) on delete cascade,
      name text not null,
      digest ${dialect === 'postgres' ? 'bytea' : 'blob'} not null,
      execution_id text not null,
      expires_at bigint not null,
      primary key (user_id, name)
    )`,
    `create index idempotency_keys_by_expiry on idempotency_keys (expires_at)`,
  ],
};
