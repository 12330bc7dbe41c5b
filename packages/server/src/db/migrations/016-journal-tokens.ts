/** Tokens that can only journal a commit: what a Git hook keeps on disk instead of a password. */
import type { Migration } from '../migration.ts';

export const journalTokens: Migration = {
  name: '016-journal-tokens',
  statements: (dialect) => [
    `create table journal_tokens (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      hash ${dialect === 'sqlite' ? 'blob' : 'bytea'} not null unique,
      hint text not null,
      label text,
      created_at bigint not null,
      last_used_at bigint,
      revoked_at bigint
    )`,
    `create index journal_tokens_by_user on journal_tokens (user_id, created_at)`,
  ],
};
