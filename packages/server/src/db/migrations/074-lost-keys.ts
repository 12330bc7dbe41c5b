/** How far a chain of the audit log was sealed under a master key that is lost: its hashes still hold, its seals are gone. */
import type { Migration } from '../migration.ts';

export const lostKeys: Migration = {
  name: '074-lost-keys',
  statements: (dialect) => {
    const bytes = dialect === 'sqlite' ? 'blob' : 'bytea';
    return [
      `create table audit_lost_keys (
        user_id text primary key, seq bigint not null, hash ${bytes} not null, seal ${bytes} not null)`,
    ];
  },
};
