/** How far each token has read the output of an execution that it follows. */
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { dropExpired, findPosition, putPosition, type ReadPosition } from './read-position-store.ts';

export type { ReadPosition } from './read-position-store.ts';

export interface ReadPositions {
  find(tokenId: string, executionId: string): Promise<ReadPosition>;
  put(tokenId: string, executionId: string, position: ReadPosition): Promise<void>;
  expire(): Promise<void>;
}

const START: ReadPosition = { stdout: 0, stderr: 0 };
/** As long as a job may run, and a day: nobody follows it for longer. */
const KEPT_MS = 8 * 86_400_000;

export function createReadPositions(database: Database, clock: Clock): ReadPositions {
  return {
    find: async (tokenId, executionId) => (await findPosition(database.queries, tokenId, executionId)) ?? START,
    put: (tokenId, executionId, position) =>
      database.transaction((tx) => putPosition(tx, tokenId, executionId, position, clock() + KEPT_MS), {
        durable: false,
      }),
    expire: () => dropExpired(database.queries, clock()),
  };
}
