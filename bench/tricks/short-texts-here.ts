/** Without: short outputs, too, are compacted by a helper process. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/contract/src/plans.ts',
  loads: ['short outputs'],
  without: { edits: [['inlineChars: 16_384,', 'inlineChars: 0,']] },
};
