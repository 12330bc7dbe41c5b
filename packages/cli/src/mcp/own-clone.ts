/** Whether a folder is the clone that this program is started from: nobody's project, but for those who work on it. */
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';

const PROGRAM = 'packages/cli/bin/synapse.js';

export function isOwnClone(folder: string): boolean {
  const program = resolve(folder, PROGRAM);
  const started = process.argv[1];
  if (started === undefined || !existsSync(program) || !existsSync(started)) return false;
  return realpathSync(program) === realpathSync(started);
}
