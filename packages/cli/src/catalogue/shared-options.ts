/** Options that several commands take. */
import { option } from '../command-spec.ts';

export const offline = option('--offline', 'Work on the data directory itself; no service need run.');
export const yes = option('-y, --yes', 'Do not ask.');
