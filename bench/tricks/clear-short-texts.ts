/** Without: every text, however short, is given to a stream of its own. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/redaction/redactor.ts',
  loads: ['ssh 16 at once'],
  without: { edits: [['const SHORT = 4096;', 'const SHORT = -1;']] },
};
