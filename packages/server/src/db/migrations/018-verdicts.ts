/**
 * What a policy decided about a command, under the chain like the rest of its entry; entries that wait for a person; and
 * the policies themselves with what they said before.
 */
import type { Dialect } from '../database.ts';
import type { Migration } from '../migration.ts';
import { auditKeys } from './011-audit-keys.ts';

export const verdicts: Migration = {
  name: '018-verdicts',
  statements: (dialect) => [
    ...(dialect === 'sqlite' ? rebuiltEntries() : changedEntries()),
    // What waits is final as little as what runs.
    `create index audit_entries_pending on audit_entries (user_id, seq) where status = 'pending'`,
    ...guards(dialect),
    ...policies(),
  ],
};

const STATUSES = ['pending', 'running', 'done', 'timeout', 'cancelled', 'interrupted', 'refused'];
const STATUS_CHECK = `check (status in (${STATUSES.map((status) => `'${status}'`).join(', ')}))`;
/** The first four are known before the command starts. */
const ADDED = ['verdict', 'rule', 'approval_id', 'sandbox', 'decided_by'];
const SEALED = [
  ...['user_id', 'seq', 'id', 'execution_id', 'created_at', 'source', 'machine', 'container', 'cwd'],
  ...['command_template', 'alias', 'typed_chars', 'token_hint', 'ip', 'prev_hash', 'hash'],
  ...ADDED.slice(0, 4),
];

function changedEntries(): string[] {
  return [
    ...ADDED.map((column) => `alter table audit_entries add column ${column} text`),
    `alter table audit_entries drop constraint audit_entries_status_check`,
    `alter table audit_entries add constraint audit_entries_status_check ${STATUS_CHECK}`,
  ];
}

/** SQLite changes no check: the table is made anew, with the same rows, indexes and sizes. */
function rebuiltEntries(): string[] {
  const kept = [
    ...['user_id', 'seq', 'id', 'execution_id', 'created_at', 'source', 'machine', 'container', 'cwd'],
    ...['command_template', 'alias', 'typed_chars', 'token_hint', 'ip', 'prev_hash', 'hash', 'instance_id', 'status'],
    ...['exit_code', 'refusal', 'duration_ms', 'stdout_bytes', 'returned_bytes', 'filter', 'saved_tokens', 'seal'],
  ].join(', ');
  return [
    `create table audit_entries_anew (
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
      prev_hash blob not null,
      hash blob not null,
      instance_id text not null,
      status text not null ${STATUS_CHECK},
      exit_code integer,
      refusal text,
      duration_ms bigint,
      stdout_bytes bigint,
      returned_bytes bigint,
      filter text,
      saved_tokens integer,
      seal blob,
      ${ADDED.map((column) => `${column} text`).join(', ')},
      primary key (user_id, seq)
    )`,
    `insert into audit_entries_anew (${kept}) select ${kept} from audit_entries order by user_id, seq`,
    // With its indexes, its triggers and what the planner knew of it.
    `create table audit_sizes as select idx, stat from sqlite_stat1 where tbl = 'audit_entries'`,
    `drop table audit_entries`,
    `alter table audit_entries_anew rename to audit_entries`,
    `create index audit_entries_running on audit_entries (instance_id) where status = 'running'`,
    ...auditKeys.statements('sqlite').filter((statement) => statement.startsWith('create index')),
    `insert into sqlite_stat1 (tbl, idx, stat) select 'audit_entries', idx, stat from audit_sizes`,
    `drop table audit_sizes`,
    // Reads them.
    `analyze sqlite_master`,
  ];
}

/** As before, and: what is known before a command starts now holds the verdict; what waits may still start or be refused, once. */
function guards(dialect: Dialect): string[] {
  const isnt = dialect === 'sqlite' ? 'is not' : 'is distinct from';
  const changed = SEALED.map((column) => `new.${column} ${isnt} old.${column}`).join(' or ');
  const refused = `old.status not in ('running', 'pending') or (new.status = 'pending' and old.status = 'running') or ${changed}`;
  if (dialect === 'sqlite') {
    return [
      `create trigger audit_entries_no_delete before delete on audit_entries
       begin select raise(abort, 'the audit log cannot be deleted from'); end`,
      `create trigger audit_entries_no_rewrite before update on audit_entries when ${refused}
       begin select raise(abort, 'a sealed audit entry cannot be changed'); end`,
    ];
  }
  return [
    `create or replace function audit_entries_guard() returns trigger language plpgsql as $$
     begin
       if tg_op = 'DELETE' then raise exception 'the audit log cannot be deleted from'; end if;
       if ${refused} then raise exception 'a sealed audit entry cannot be changed'; end if;
       return new;
     end $$`,
  ];
}

/** A user's policy has the user's id; the instance's has none of theirs. */
function policies(): string[] {
  return [
    `create table policies (
      id text primary key,
      user_id text references users (id) on delete cascade,
      version integer not null,
      text text not null,
      updated_at bigint not null,
      updated_by text not null
    )`,
    `create table policy_versions (
      policy_id text not null references policies (id) on delete cascade,
      version integer not null,
      text text not null,
      created_at bigint not null,
      created_by text not null,
      primary key (policy_id, version)
    )`,
  ];
}
