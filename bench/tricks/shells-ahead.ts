/** Without: a command on the service's own host starts its shell when its entry is open. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/runner/src/shells-ahead.ts',
  loads: ['short outputs'],
  without: { edits: [['waiting.size + expected >= MOST', 'MOST > 0']] },
};
