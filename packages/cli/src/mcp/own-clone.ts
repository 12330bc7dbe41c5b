/** Whether a folder is a clone of this program, which is rarely the project that is meant. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

export const isOwnClone = (folder: string): boolean => existsSync(resolve(folder, 'packages/cli/bin/synapse.js'));
