/** Without: the C library keeps large buffers that were given back. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/contract/src/service-process.ts',
  loads: ['long outputs'],
  without: { leaveOut: ['MALLOC_MMAP_THRESHOLD_'] },
};
