/** Changed line: each statement travels alone, and its answer is waited for. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/db/line.ts',
  loads: ['calls on PostgreSQL'],
  without: {
    edits: [['waiting.splice(0, alone === 0 ? 1 : alone < 0 ? waiting.length : alone)', 'waiting.splice(0, 1)']],
  },
};
