/** Without: SQLite keeps the 16 MB of pages that its driver asks for. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/db/sqlite.ts',
  loads: ['long outputs'],
  without: { edits: [["raw.pragma('cache_size = -4000');", '']] },
};
