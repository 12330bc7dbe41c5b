/** Ways to sign in besides the password: single sign-on, codes from an app, passkeys. */
import type { Migration } from '../migration.ts';

export const signInWays: Migration = {
  name: '027-sign-in-ways',
  statements: (dialect) => {
    const bytes = dialect === 'sqlite' ? 'blob' : 'bytea';
    return [
      `alter table users add column email text`,
      `alter table users add column email_key text`,
      `create unique index users_by_email on users (email_key)`,
      `create table identities (
        issuer text not null,
        subject text not null,
        user_id text not null references users (id) on delete cascade,
        email text,
        created_at bigint not null,
        last_used_at bigint not null,
        primary key (issuer, subject)
      )`,
      `create index identities_by_user on identities (user_id)`,
      `create table totp (
        user_id text primary key references users (id) on delete cascade,
        sealed ${bytes} not null,
        last_step bigint not null,
        created_at bigint not null,
        confirmed_at bigint
      )`,
      `create table recovery_codes (
        user_id text not null references users (id) on delete cascade,
        hash ${bytes} not null,
        primary key (user_id, hash)
      )`,
      `create table passkeys (
        id text primary key,
        user_id text not null references users (id) on delete cascade,
        credential_id text not null unique,
        public_key ${bytes} not null,
        counter bigint not null,
        transports text not null,
        name text not null,
        created_at bigint not null,
        last_used_at bigint
      )`,
      `create index passkeys_by_user on passkeys (user_id)`,
      `create table used_challenges (challenge text primary key, expires_at bigint not null)`,
      `create index used_challenges_by_end on used_challenges (expires_at)`,
    ];
  },
};
