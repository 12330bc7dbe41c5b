/** Without: the machine is asked for a shell only when the entry is on the disk. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/executors/ssh/executor.ts',
  loads: ['ssh one by one'],
  without: { edits: [['preparesAhead: true,', 'preparesAhead: false,']] },
};
