/** Break-glasses in the database, and who has signed them. */
import type { ReviewStatus } from '@synapse/contract';
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { CrewReviewsTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';

export type ReviewRow = Selectable<CrewReviewsTable>;

export async function insertReview(tx: Queries, row: ReviewRow): Promise<void> {
  await tx.insertInto('crew_reviews').values(row).execute();
}

/** Newest first. */
export async function listReviews(
  queries: Queries,
  crewId: WorkspaceId,
  status: ReviewStatus | undefined,
  limit: number,
): Promise<ReviewRow[]> {
  let found = queries.selectFrom('crew_reviews').selectAll().where('crew_id', '=', crewId);
  if (status !== undefined) found = found.where('signed_at', status === 'open' ? 'is' : 'is not', null);
  return found.orderBy('created_at', 'desc').orderBy('execution_id', 'desc').limit(limit).execute();
}

export async function findReview(
  tx: Queries,
  crewId: WorkspaceId,
  executionId: string,
): Promise<ReviewRow | undefined> {
  return tx
    .selectFrom('crew_reviews')
    .selectAll()
    .where('crew_id', '=', crewId)
    .where('execution_id', '=', executionId)
    .executeTakeFirst();
}

/** Undefined where it was signed before: the first counts. */
export async function signReview(
  tx: Queries,
  executionId: string,
  signature: { signed_by: string; signed_comment: string; signed_at: number },
): Promise<ReviewRow | undefined> {
  return tx
    .updateTable('crew_reviews')
    .set(signature)
    .where('execution_id', '=', executionId)
    .where('signed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
