/** Programs that ask to be signed in from a browser. One that a person has allowed names the session it was allowed in. */
import type { Migration } from '../migration.ts';

export const signInRequests: Migration = {
  name: '052-sign-in-requests',
  statements: (dialect) => [
    `create table sign_in_requests (
      device_hash ${dialect === 'sqlite' ? 'blob' : 'bytea'} primary key,
      user_code text not null unique,
      program text,
      address text not null,
      session_id text,
      refused integer not null default 0,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    `create index sign_in_requests_by_end on sign_in_requests (expires_at)`,
  ],
};
