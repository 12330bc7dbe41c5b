/** Without: what an answer must know of its owner is read once more when its command has ended. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/exec/run-exec.ts',
  loads: ['calls on PostgreSQL'],
  without: { edits: [['isFirst ? await services.lookUp.lately(execution) : null', 'null']] },
};
