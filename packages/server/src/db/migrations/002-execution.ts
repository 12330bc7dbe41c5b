/** Machines, the vault, the audit log and kept outputs. */
import type { Dialect } from '../database.ts';
import type { Migration } from '../migration.ts';

export const execution: Migration = {
  name: '002-execution',
  statements: (dialect) => {
    const bytes = dialect === 'postgres' ? 'bytea' : 'blob';
    return [
      `create table machines (
        id text primary key,
        user_id text not null references users (id) on delete cascade,
        slug text not null,
        label text not null,
        kind text not null check (kind in ('local', 'ssh', 'docker', 'agent')),
        containers text not null,
        default_container text,
        default_cwd text,
        connection text,
        host_keys text not null default '{}',
        statut text not null check (statut in ('active', 'maintenance', 'disabled')),
        last_seen_at bigint,
        last_failed_at bigint,
        created_at bigint not null,
        updated_at bigint not null,
        unique (user_id, slug)
      )`,
      `create table secrets (
        user_id text not null references users (id) on delete cascade,
        name text not null,
        version integer not null,
        key_id text not null,
        wrapped_key ${bytes} not null,
        sealed ${bytes} not null,
        created_at bigint not null,
        updated_at bigint not null,
        last_used_at bigint,
        primary key (user_id, name)
      )`,
      // Counts every change of a user's vault. What is derived from the vault is kept until this number changes.
      `create table vault_versions (
        user_id text primary key references users (id) on delete cascade,
        version integer not null
      )`,
      // The log outlives its user: no foreign key.
      `create table audit_heads (
        user_id text primary key,
        seq integer not null,
        hash ${bytes} not null,
        created_at bigint not null
      )`,
      `create table audit_entries (
        user_id text not null,
        seq integer not null,
        id text not null unique,
        execution_id text not null unique,
        created_at bigint not null,
        source text not null,
        machine text not null,
        container text,
        cwd text,
        command_template text not null,
        alias text,
        typed_chars integer not null,
        token_hint text,
        ip text,
        prev_hash ${bytes} not null,
        hash ${bytes} not null,
        instance_id text not null,
        status text not null
          check (status in ('running', 'done', 'timeout', 'cancelled', 'interrupted', 'refused')),
        exit_code integer,
        refusal text,
        duration_ms bigint,
        stdout_bytes bigint,
        returned_bytes bigint,
        filter text,
        saved_tokens integer,
        seal ${bytes},
        primary key (user_id, seq)
      )`,
      `create index audit_entries_by_machine on audit_entries (user_id, machine, seq)`,
      `create index audit_entries_by_alias on audit_entries (user_id, lower(alias), seq) where alias is not null`,
      `create index audit_entries_by_time on audit_entries (user_id, created_at, seq)`,
      `create index audit_entries_failed on audit_entries (user_id, seq) where status <> 'done' or exit_code <> 0`,
      // The same for the log of all users, as admins read it: newest first.
      `create index audit_entries_all on audit_entries (created_at, user_id, seq)`,
      `create index audit_entries_all_by_machine on audit_entries (machine, created_at, user_id, seq)`,
      `create index audit_entries_all_by_alias on audit_entries (lower(alias), created_at, user_id, seq)
       where alias is not null`,
      `create index audit_entries_all_failed on audit_entries (created_at, user_id, seq)
       where status <> 'done' or exit_code <> 0`,
      `create index audit_entries_running on audit_entries (instance_id) where status = 'running'`,
      `create table instances (id text primary key, seen_at bigint not null)`,
      `create table kept_outputs (
        execution_id text not null,
        stream text not null check (stream in ('stdout', 'stderr')),
        part integer not null,
        user_id text not null references users (id) on delete cascade,
        chars integer not null,
        sealed ${bytes} not null,
        expires_at bigint not null,
        primary key (execution_id, stream, part)
      )`,
      `create index kept_outputs_by_expiry on kept_outputs (expires_at)`,
      `create index kept_outputs_by_user on kept_outputs (user_id, expires_at)`,
      ...guards(dialect),
    ];
  },
};

/** What is sealed stays: the database itself refuses to change or remove an entry, or to close one twice. */
function guards(dialect: Dialect): string[] {
  const sealed = [
    'user_id',
    'seq',
    'id',
    'execution_id',
    'created_at',
    'source',
    'machine',
    'container',
    'cwd',
    'command_template',
    'alias',
    'typed_chars',
    'token_hint',
    'ip',
    'prev_hash',
    'hash',
  ];
  if (dialect === 'sqlite') {
    const changed = sealed.map((column) => `new.${column} is not old.${column}`).join(' or ');
    return [
      `create trigger audit_entries_no_delete before delete on audit_entries
       begin select raise(abort, 'the audit log cannot be deleted from'); end`,
      `create trigger audit_entries_no_rewrite before update on audit_entries
       when old.status <> 'running' or ${changed}
       begin select raise(abort, 'a sealed audit entry cannot be changed'); end`,
    ];
  }
  const changed = sealed.map((column) => `new.${column} is distinct from old.${column}`).join(' or ');
  return [
    `create function audit_entries_guard() returns trigger language plpgsql as $$
     begin
       if tg_op = 'DELETE' then raise exception 'the audit log cannot be deleted from'; end if;
       if old.status <> 'running' or ${changed} then raise exception 'a sealed audit entry cannot be changed'; end if;
       return new;
     end $$`,
    `create trigger audit_entries_guard before update or delete on audit_entries
     for each row execute function audit_entries_guard()`,
  ];
}
