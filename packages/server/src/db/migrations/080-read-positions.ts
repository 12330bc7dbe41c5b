/** How far each token has read the output of an execution that it follows. */
import type { Migration } from '../migration.ts';

export const readPositions: Migration = {
  name: '080-read-positions',
  statements: () => [
    `create table read_positions (
      token_id text not null,
      execution_id text not null,
      stdout integer not null,
      stderr integer not null,
      expires_at bigint not null,
      primary key (token_id, execution_id)
    )`,
    'create index read_positions_by_end on read_positions (expires_at)',
  ],
};
