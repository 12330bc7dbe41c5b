/** Without: V8's own size of its nursery. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/contract/src/service-process.ts',
  loads: ['start', 'calls'],
  without: { leaveOut: ['--max-semi-space-size=8'] },
};
