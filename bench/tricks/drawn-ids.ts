/** Without: each id fetches its own random bytes. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/ids.ts',
  loads: ['calls'],
  without: { edits: [['new Uint8Array(256 * RANDOM_DIGITS)', 'new Uint8Array(RANDOM_DIGITS)']] },
};
