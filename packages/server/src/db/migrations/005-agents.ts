/** The agents of machines that connect to us: how each enrols, and the key by which it is known. */
import type { Migration } from '../migration.ts';

export const agents: Migration = {
  name: '005-agents',
  statements: (dialect) => {
    const bytes = dialect === 'postgres' ? 'bytea' : 'blob';
    return [
      `create table agents (
        machine_id text primary key references machines (id) on delete cascade,
        code_hash ${bytes} not null unique,
        code_expires_at bigint not null,
        code_used_at bigint,
        public_key ${bytes},
        enrolled_ip text,
        version text,
        platform text,
        hostname text,
        refused_at bigint,
        refused_reason text,
        refused_ip text
      )`,
    ];
  },
};
