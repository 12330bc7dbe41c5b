/** Who wants which commands stopped: read by the instance that runs them, whether or not instances can talk. */
import type { Migration } from '../migration.ts';

export const stopRequests: Migration = {
  name: '030-stop-requests',
  statements: () => [
    `create table stop_requests (
      subject text primary key,
      goes_on integer not null,
      created_at bigint not null
    )`,
  ],
};
