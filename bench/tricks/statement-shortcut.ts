/** Without: what is compiled still goes through Kysely's layers, each of which waits a turn. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/db/compile-once.ts',
  loads: ['calls'],
  without: {
    edits: [['const run = shortcuts.get(queries)?.(sql);', 'const run = sql === null ? () => [] : undefined;']],
  },
};
