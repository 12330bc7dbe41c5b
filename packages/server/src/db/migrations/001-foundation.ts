/** Users, sessions, AI tokens, and the counts of limits. */
import type { Migration } from '../migration.ts';

export const foundation: Migration = {
  name: '001-foundation',
  statements: (dialect) => {
    const bytes = dialect === 'postgres' ? 'bytea' : 'blob';
    return [
      `create table users (
        id text primary key,
        username text not null,
        username_key text not null unique,
        password_hash text not null,
        plan text not null check (plan in ('free', 'plus', 'pro', 'equipage')),
        role text not null check (role in ('member', 'admin')),
        disabled integer not null default 0 check (disabled in (0, 1)),
        session_epoch integer not null default 0,
        created_at bigint not null,
        updated_at bigint not null
      )`,
      `create table ended_sessions (jti text primary key, expires_at bigint not null)`,
      `create table ai_tokens (
        id text primary key,
        user_id text not null references users (id) on delete cascade,
        hash ${bytes} not null unique,
        hint text not null,
        scopes text not null,
        label text,
        created_at bigint not null,
        expires_at bigint not null,
        last_used_at bigint,
        revoked_at bigint
      )`,
      // The database itself guarantees one active token per user; the code need not remember it.
      `create unique index ai_tokens_one_active on ai_tokens (user_id) where revoked_at is null`,
      `create index ai_tokens_by_user on ai_tokens (user_id, created_at)`,
      `create table daily_calls (
        user_id text not null references users (id) on delete cascade,
        day integer not null,
        used integer not null,
        primary key (user_id, day)
      )`,
      `create table window_hits (id text primary key, bucket text not null, at bigint not null)`,
      `create index window_hits_by_bucket on window_hits (bucket, at)`,
      `create index window_hits_by_age on window_hits (at)`,
      `create table trusted_addresses (address text primary key, until bigint not null)`,
      `create table instance_facts (name text primary key, value text not null)`,
    ];
  },
};
