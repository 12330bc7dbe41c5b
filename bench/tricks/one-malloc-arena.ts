/** Without: a heap of the C library for each thread. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/contract/src/service-process.ts',
  loads: ['start', 'calls'],
  without: { leaveOut: ['MALLOC_ARENA_MAX'] },
};
