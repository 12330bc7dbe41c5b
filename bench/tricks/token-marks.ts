/** Without: every call writes when its token was last used. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/admission/admit.ts',
  loads: ['calls'],
  without: { edits: [['const TOUCH_MS = 1_000;', 'const TOUCH_MS = 0;']] },
};
