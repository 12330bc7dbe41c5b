/** Sessions that may not do what only a person decides, and requests of programs for such a session. */
import type { Migration } from '../migration.ts';

export const limitedSessions: Migration = {
  name: '065-limited-sessions',
  statements: () => [
    'alter table sessions add column limited integer not null default 0',
    'alter table sign_in_requests add column limited integer not null default 0',
  ],
};
