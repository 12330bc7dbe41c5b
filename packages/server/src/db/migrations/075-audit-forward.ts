/** How far the audit log was forwarded to each receiver: of every chain up to which entry, and which of these were still open. */
import type { Migration } from '../migration.ts';

export const auditForward: Migration = {
  name: '075-audit-forward',
  statements: () => [
    `create table audit_forwards (
      target text primary key,
      instance_id text not null,
      claimed_until bigint not null
    )`,
    `create table audit_forward_chains (
      target text not null references audit_forwards (target) on delete cascade,
      user_id text not null,
      seq bigint not null,
      primary key (target, user_id)
    )`,
    `create table audit_forward_open (
      target text not null references audit_forwards (target) on delete cascade,
      execution_id text not null,
      primary key (target, execution_id)
    )`,
  ],
};
