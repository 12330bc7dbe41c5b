/** How far each token has read the output of an execution that it follows. */
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';

export interface ReadPosition {
  readonly stdout: number;
  readonly stderr: number;
}

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
    find: async (tokenId, executionId) => {
      const row = await database.queries
        .selectFrom('read_positions')
        .select(['stdout', 'stderr'])
        .where('token_id', '=', tokenId)
        .where('execution_id', '=', executionId)
        .executeTakeFirst();
      return row ?? START;
    },

    put: async (tokenId, executionId, { stdout, stderr }) => {
      const expires_at = clock() + KEPT_MS;
      const insert = (queries: Database['queries']) =>
        queries
          .insertInto('read_positions')
          .values({ token_id: tokenId, execution_id: executionId, stdout, stderr, expires_at })
          .onConflict((conflict) => conflict.columns(['token_id', 'execution_id']).doUpdateSet({ stdout, stderr }))
          .execute();
      await database.transaction(async (tx) => void (await insert(tx)), { durable: false });
    },

    expire: async () => {
      await database.queries.deleteFrom('read_positions').where('expires_at', '<=', clock()).execute();
    },
  };
}
