/** Who runs or waits to run, in turn: where several instances share a database, the limits at once are counted here. */
import type { Migration } from '../migration.ts';

export const lanes: Migration = {
  name: '032-lanes',
  statements: (dialect) => {
    const turn = dialect === 'postgres' ? 'bigint generated always as identity primary key' : 'integer primary key';
    return [
      `create table lane_entries (
        turn ${turn},
        execution_id text not null unique,
        user_id text not null,
        machine text not null
      )`,
      `create index lane_entries_by_user on lane_entries (user_id, turn)`,
    ];
  },
};
