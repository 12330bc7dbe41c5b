/** Plain twin: no shell is started ahead. */
import type { createWaitingShells as Real } from '../../packages/server/src/executors/ssh/waiting-shells.ts';
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/executors/ssh/waiting-shells.ts',
  loads: ['ssh one by one', 'ssh 16 at once'],
};

export const createWaitingShells: typeof Real = () => ({
  take: () => undefined,
  coming: async () => undefined,
  fill: () => {},
  close: () => {},
});
