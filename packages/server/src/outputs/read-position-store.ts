/** The table of read positions. */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';

export interface ReadPosition {
  readonly stdout: number;
  readonly stderr: number;
}

export interface AnsweredPosition extends ReadPosition {
  /** Characters of all answers, their envelopes included. */
  readonly answered: number;
}

export function findPosition(
  queries: Queries,
  tokenId: string,
  executionId: string,
): Promise<AnsweredPosition | undefined> {
  return queries
    .selectFrom('read_positions')
    .select(['stdout', 'stderr', 'answered'])
    .where('token_id', '=', tokenId)
    .where('execution_id', '=', executionId)
    .executeTakeFirst();
}

export async function putPosition(
  queries: Queries,
  tokenId: string,
  executionId: string,
  { stdout, stderr, answered }: AnsweredPosition,
  expiresAt: number,
): Promise<void> {
  await queries
    .insertInto('read_positions')
    .values({ token_id: tokenId, execution_id: executionId, stdout, stderr, answered, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.columns(['token_id', 'execution_id']).doUpdateSet((eb) => ({
        stdout: further('stdout'),
        stderr: further('stderr'),
        answered: eb('read_positions.answered', '+', answered),
      })),
    )
    .execute();
}

/** Of two concurrent reads, the further one counts. */
const further = (stream: 'stdout' | 'stderr') => {
  const [before, now] = [sql.ref(`read_positions.${stream}`), sql.ref(`excluded.${stream}`)];
  return sql<number>`case when ${before} > ${now} then ${before} else ${now} end`;
};
