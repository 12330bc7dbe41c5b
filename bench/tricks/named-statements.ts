/** Without: PostgreSQL plans a statement at each call. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/db/postgres-pool.ts',
  loads: ['calls on PostgreSQL'],
  without: { edits: [['const NAMED_MAX = 500;', 'const NAMED_MAX = 0;']] },
};
