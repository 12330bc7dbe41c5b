/** Handles Ctrl-C until a command has a handler of its own: nothing was ordered yet. */
import { EXIT } from './cli-error.ts';

export const leaveCancelled = (): void => process.exit(EXIT.usage);
