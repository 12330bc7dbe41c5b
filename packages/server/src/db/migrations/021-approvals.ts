/** Commands that a person is asked about, and what need not be asked about again. */
import type { Migration } from '../migration.ts';

export const approvals: Migration = {
  name: '021-approvals',
  statements: (dialect) => {
    const bytes = dialect === 'sqlite' ? 'blob' : 'bytea';
    return [
      `create table approvals (
        id text primary key,
        user_id text not null references users (id) on delete cascade,
        execution_id text not null unique,
        status text not null,
        created_at bigint not null,
        expires_at bigint not null,
        machine text not null,
        machine_id text not null,
        container text,
        cwd text,
        command_template text not null,
        secrets text not null,
        effects text not null,
        rule text,
        reason text not null,
        token_id text,
        token_hint text,
        token_label text,
        client text,
        ask_client integer not null,
        placed_at bigint not null,
        sealed ${bytes},
        decided_by text,
        decided_at bigint,
        comment text
      )`,
      `create index approvals_by_user on approvals (user_id, created_at)`,
      `create index approvals_pending on approvals (expires_at) where status = 'pending'`,
      `create table approval_grants (
        id text primary key,
        user_id text not null references users (id) on delete cascade,
        machine_id text not null references machines (id) on delete cascade,
        machine text not null,
        token_id text,
        token_hint text,
        container text,
        cwd text,
        template_hash ${bytes},
        command_template text,
        approval_id text not null,
        created_at bigint not null,
        created_by text not null,
        expires_at bigint
      )`,
      `create index approval_grants_by_user on approval_grants (user_id, created_at)`,
      `create index approval_grants_by_machine on approval_grants (machine_id)`,
    ];
  },
};
