/**
 * The log has an end: its oldest entries may go to an archive. What went is told by a sealed record, which says what the
 * first remaining entry follows; the database lets nothing else be deleted.
 */
import type { Dialect } from '../database.ts';
import type { Migration } from '../migration.ts';

export const auditCuts: Migration = {
  name: '042-audit-cuts',
  statements: (dialect) => {
    const bytes = dialect === 'sqlite' ? 'blob' : 'bytea';
    return [
      // The log outlives its user: no foreign key.
      `create table audit_cuts (
        user_id text not null,
        first integer not null,
        seq integer not null,
        prev_hash ${bytes} not null,
        hash ${bytes} not null,
        created_at bigint not null,
        place text not null,
        archive text not null,
        digest ${bytes} not null,
        seal ${bytes} not null,
        primary key (user_id, seq),
        unique (user_id, first)
      )`,
      ...guard(dialect),
    ];
  },
};

const CUT = `exists (select 1 from audit_cuts as cut where cut.user_id = old.user_id and cut.seq >= old.seq)`;
const MESSAGE = 'the audit log cannot be deleted from';

function guard(dialect: Dialect): string[] {
  if (dialect === 'sqlite') {
    return [
      `drop trigger audit_entries_no_delete`,
      `create trigger audit_entries_no_delete before delete on audit_entries when not ${CUT}
       begin select raise(abort, '${MESSAGE}'); end`,
    ];
  }
  return [
    `create function audit_entries_no_delete() returns trigger language plpgsql as $$
     begin
       if not ${CUT} then raise exception '${MESSAGE}'; end if;
       return old;
     end $$`,
    `drop trigger audit_entries_guard on audit_entries`,
    // Changing is refused as before, by the same function.
    `create trigger audit_entries_guard before update on audit_entries
     for each row execute function audit_entries_guard()`,
    `create trigger audit_entries_no_delete before delete on audit_entries
     for each row execute function audit_entries_no_delete()`,
  ];
}
