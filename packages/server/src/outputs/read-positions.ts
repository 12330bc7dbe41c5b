/** How far each token has read the output of an execution that it follows, and what that has cost it. */
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { type AnsweredPosition, findPosition, putPosition, type ReadPosition } from './read-position-store.ts';

export type { AnsweredPosition, ReadPosition } from './read-position-store.ts';

export interface ReadPositions {
  /** With all that was answered so far. */
  find(tokenId: string, executionId: string): Promise<AnsweredPosition>;
  /** `answered`: the characters of this answer, its envelope included. */
  put(tokenId: string, executionId: string, position: ReadPosition, answered: number): Promise<void>;
}

const START: AnsweredPosition = { stdout: 0, stderr: 0, answered: 0 };
/** As long as a job may run, and a day. */
const KEPT_MS = 8 * 86_400_000;

export function createReadPositions(database: Database, clock: Clock): ReadPositions {
  return {
    find: async (tokenId, executionId) => (await findPosition(database.queries, tokenId, executionId)) ?? START,
    put: (tokenId, executionId, position, answered) =>
      database.transaction(
        (tx) => putPosition(tx, tokenId, executionId, { ...position, answered }, clock() + KEPT_MS),
        {
          durable: false,
        },
      ),
  };
}
