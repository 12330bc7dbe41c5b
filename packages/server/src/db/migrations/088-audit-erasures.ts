/**
 * Erasing what the commands of a person said. An entry keeps its place and its hash; the database lets it lose its text
 * where an entry of the same chain tells of the erasure.
 */
import type { Dialect } from '../database.ts';
import type { Migration } from '../migration.ts';

const OPEN = `('running', 'pending')`;
/** What stays of an erased entry. */
const KEPT = [
  ...['user_id', 'seq', 'id', 'execution_id', 'created_at', 'source', 'machine', 'typed_chars', 'verdict'],
  ...['approval_id', 'sandbox', 'reconciles', 'erases', 'prev_hash', 'hash'],
];
/** What goes. */
const ERASED = ['container', 'cwd', 'command_template', 'alias', 'token_hint', 'ip', 'rule', 'erased'];
/** What is written when an entry is closed. */
const CLOSING = [
  ...['instance_id', 'status', 'exit_code', 'refusal', 'duration_ms', 'stdout_bytes', 'returned_bytes', 'filter'],
  ...['saved_tokens', 'decided_by', 'seal'],
];
const TOLD = `exists (
  select 1 from audit_entries as erasure where erasure.user_id = old.user_id and erasure.erases >= old.seq)`;

export const auditErasures: Migration = {
  name: '088-audit-erasures',
  statements: (dialect) => [
    `alter table audit_entries add column erases integer`,
    `alter table audit_entries add column erased ${dialect === 'sqlite' ? 'blob' : 'bytea'}`,
    `create index audit_entries_erasing on audit_entries (user_id, erases) where erases is not null`,
    ...guard(dialect),
  ],
};

function guard(dialect: Dialect): string[] {
  const differs = dialect === 'sqlite' ? 'is not' : 'is distinct from';
  const anyOf = (columns: readonly string[]): string =>
    columns.map((column) => `new.${column} ${differs} old.${column}`).join(' or ');
  const closesWrongly = `old.status not in ${OPEN} or (new.status = 'pending' and old.status = 'running')`;
  const erasesWrongly = `old.erased is not null or new.erased is null or ${anyOf(CLOSING)} or not ${TOLD}`;
  const erases = anyOf(ERASED);
  const refused = `${anyOf(KEPT)} or ((${erases}) and (${erasesWrongly})) or (not (${erases}) and (${closesWrongly}))`;
  if (dialect === 'sqlite') {
    return [
      `drop trigger audit_entries_no_rewrite`,
      `create trigger audit_entries_no_rewrite before update on audit_entries when ${refused}
       begin select raise(abort, 'a sealed audit entry cannot be changed'); end`,
    ];
  }
  return [
    `create or replace function audit_entries_guard() returns trigger language plpgsql as $$
     begin
       if ${refused} then raise exception 'a sealed audit entry cannot be changed'; end if;
       return new;
     end $$`,
  ];
}
