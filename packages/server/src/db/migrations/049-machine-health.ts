/** What the checks of machines found, one row each, so that its size has an end. */
import type { Migration } from '../migration.ts';

export const machineHealth: Migration = {
  name: '049-machine-health',
  statements: () => [
    `create table machine_health (
      machine_id text primary key references machines (id) on delete cascade,
      due_at bigint not null,
      taken_until bigint,
      checked_at bigint,
      ms integer,
      refusal text,
      failures integer not null default 0,
      slots text not null default '[]'
    )`,
    `create index machine_health_by_due on machine_health (due_at)`,
  ],
};
