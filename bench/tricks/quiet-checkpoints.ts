/** Plain twin: SQLite moves its log into the database in the middle of somebody's commit. */
import type { startQuietCheckpoints as Real } from '../../packages/server/src/db/quiet-checkpoints.ts';
import type { Trick } from '../without/trick.ts';

export const trick: Trick = { file: 'packages/server/src/db/quiet-checkpoints.ts', loads: ['long outputs'] };

export const startQuietCheckpoints: typeof Real = () => ({ committed: () => {}, stop: async () => {} });
