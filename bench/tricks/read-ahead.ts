/** Without: what a call needs is read when its caller was let in. */
import type { Trick } from '../without/trick.ts';

export const trick: Trick = {
  file: 'packages/server/src/http/mcp/read-ahead.ts',
  loads: ['calls on PostgreSQL'],
  without: { edits: [['tool?.ahead === undefined', 'true']] },
};
