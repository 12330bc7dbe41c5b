/** Plain twin: ssh2 keeps its keys as bytes. */
import type { prepareSessionKeys as Real } from '../../packages/server/src/executors/ssh/session-keys.ts';
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/executors/ssh/session-keys.ts',
  loads: ['ssh 16 at once', 'ssh output'],
};

export const prepareSessionKeys: typeof Real = () => {};
