/** Without: Node's own tables of time zones. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/contract/src/service-process.ts',
  loads: ['start'],
  without: { leaveOut: ['--no-icu-timezone-data'] },
};
