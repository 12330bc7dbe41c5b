/** Plain twin: Node takes a new buffer for each read. */
import type {
  inOneBuffer as Real,
  readInPlace as RealReading,
} from '../../packages/server/src/executors/ssh/read-in-place.ts';
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/executors/ssh/read-in-place.ts',
  loads: ['ssh output'],
};

export const inOneBuffer: typeof Real = () => ({});

export const readInPlace: typeof RealReading = () => {};
