/** Whether a folder is a clone of this program: nobody's project, but for those who work on it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

export const isOwnClone = (folder: string): boolean => existsSync(resolve(folder, 'packages/cli/bin/synapse.js'));
