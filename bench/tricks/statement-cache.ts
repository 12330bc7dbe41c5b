/** Without: a statement that comes through Kysely is prepared at each call. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/db/sqlite.ts',
  loads: ['notes'],
  without: { edits: [['const STATEMENTS_MAX = 500;', 'const STATEMENTS_MAX = 0;']] },
};
