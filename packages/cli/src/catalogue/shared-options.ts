/** Options that several commands take. */
import { option } from '../command-spec.ts';

export const offline = option('--offline', 'Work directly on the data directory; the service need not be running.');
export const yes = option('-y, --yes', 'Do not ask for confirmation.');
