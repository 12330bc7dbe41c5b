/**
 * An instance serves under a lease, which has an epoch; what became known of a command after its entry was closed is an
 * entry of its own, which names the first one under the chain.
 */
import type { Dialect } from '../database.ts';
import type { Migration } from '../migration.ts';

export const leases: Migration = {
  name: '031-leases',
  statements: (dialect) => [
    // Both have a value for rows of a version without leases: those count by their last sign of life.
    `alter table instances add column epoch bigint not null default 0`,
    `alter table instances add column expires_at bigint`,
    `alter table audit_entries add column reconciles text`,
    `create unique index audit_entries_reconciling on audit_entries (reconciles) where reconciles is not null`,
    ...guard(dialect),
  ],
};

/** Sealed by the chain like the rest that is known when an entry is made. */
function guard(dialect: Dialect): string[] {
  const message = 'a sealed audit entry cannot be changed';
  if (dialect === 'sqlite') {
    return [
      `create trigger audit_entries_same_reconciled before update on audit_entries
       when new.reconciles is not old.reconciles
       begin select raise(abort, '${message}'); end`,
    ];
  }
  return [
    `create function audit_entries_same_reconciled() returns trigger language plpgsql as $$
     begin raise exception '${message}'; end $$`,
    `create trigger audit_entries_same_reconciled before update on audit_entries
     for each row when (new.reconciles is distinct from old.reconciles)
     execute function audit_entries_same_reconciled()`,
  ];
}
