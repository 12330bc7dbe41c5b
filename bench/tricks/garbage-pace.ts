/** Plain twin: V8 looks for dead buffers when it thinks that it is time. */
import type { createGarbagePace as Real } from '../../packages/server/src/memory/garbage-pace.ts';
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/memory/garbage-pace.ts',
  loads: ['ssh output', 'long outputs'],
};

export const RELAYED_BYTES = 0;

export const createGarbagePace: typeof Real = () => ({ passed: () => {}, ended: () => {} });
