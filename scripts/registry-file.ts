/** `server.json`: how the MCP registry describes the program of this clone. */

import product from '../package.json' with { type: 'json' };
import { serverJson } from '../packages/contract/src/kits.ts';

export const registryFile = (): string => `${JSON.stringify(serverJson(product), null, 2)}\n`;
