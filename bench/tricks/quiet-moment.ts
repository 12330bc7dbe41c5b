/** Plain twin: shells are started ahead at once, whatever else is to be done. */
import type { createQuietMoment as Real } from '../../packages/server/src/executors/ssh/quiet-moment.ts';
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/executors/ssh/quiet-moment.ts',
  loads: ['ssh 16 at once'],
};

export const createQuietMoment: typeof Real = () => ({ enter: () => () => {}, wait: (work) => work() });
