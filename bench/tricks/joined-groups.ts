/** Without: every transaction waits a turn of the event loop for others to join it, also where nobody else is there. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/db/group-commit.ts',
  loads: ['calls', 'one call at a time'],
  without: { edits: [['likely: () => expected > 0 || ++alone % LOOK_EVERY === 0,', 'likely: () => true,']] },
};
