/** Plain twin: an import by name, which wakes Node's fetch client. */
import type { Trick } from '../without/trick.ts';

export { ServerResponse, STATUS_CODES } from 'node:http';

export const trick: Trick = { file: 'packages/server/src/http/node-http.ts', loads: ['start'] };
