/** Ctrl-C before a command has begun to look after it itself: nothing was ordered yet. */
import { EXIT } from './cli-error.ts';

export const leaveCancelled = (): void => process.exit(EXIT.usage);
