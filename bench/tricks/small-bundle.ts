/** Without: the program keeps the room between its words, which stays in memory. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'scripts/bundles.ts',
  loads: ['start'],
  without: { build: { minifyWhitespace: false, minifySyntax: false } },
};
