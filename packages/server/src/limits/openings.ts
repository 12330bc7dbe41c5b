/** The moment in which a user's commands are opened: one at a time, and not while something is decided about all of them. */
import { LIMITS } from '@synapse/contract';
import type { Queries } from '../db/database.ts';
import { lockName, lockNameOfEverybody } from '../db/locks.ts';
import type { Hit } from './window-store.ts';

/** The window of a user's commands; holding its lock keeps commands from being opened. A crew has such a lock, too. */
const OPENINGS = 'exec:';
export const openingsOf = (ownerId: string): string => OPENINGS + ownerId;

/** Until the end of the transaction no command of this user is opened, or none in this crew. */
export function holdOpenings(tx: Queries, ownerId: string): Promise<void> {
  return lockName(tx, openingsOf(ownerId));
}

export function holdEverybodysOpenings(tx: Queries): Promise<void> {
  return lockNameOfEverybody(tx, OPENINGS);
}

/** The rate limit hit of a command that was opened at that moment. */
export function executionHit(userId: string, at: number): Hit {
  return { bucket: openingsOf(userId), limit: LIMITS.executions, at };
}
