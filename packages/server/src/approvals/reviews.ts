/** The rules of reviews: a break-glass stays open until a keeper other than its actor has signed it. */
import { CREW_LIMITS, Refusal, type Review, type ReviewStatus } from '@synapse/contract';
import type { TellCrew } from '../access/access.ts';
import { type Clock, isoTime, isoTimeOrNull } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Person } from '../freezes/freezes.ts';
import type { WorkspaceId } from '../ids.ts';
import { findReview, listReviews, type ReviewRow, signReview } from './review-store.ts';

export interface Reviews {
  list(crewId: WorkspaceId, status: ReviewStatus | undefined): Promise<Review[]>;
  /** Throws not_found, approval_not_yours and approval_decided. */
  sign(person: Person, crewId: WorkspaceId, signed: Signed, tell: TellCrew | undefined): Promise<Review>;
}

export interface Signed {
  readonly executionId: string;
  readonly comment: string;
}

export function createReviews(database: Database, clock: Clock): Reviews {
  return {
    list: async (crewId, status) =>
      (await listReviews(database.queries, crewId, status, CREW_LIMITS.reviews)).map(reviewView),

    sign: (person, crewId, { executionId, comment }, tell) =>
      database.transaction(async (tx) => {
        const row = await findReview(tx, crewId, executionId);
        if (row === undefined) throw new Refusal('not_found');
        if (row.actor_id === person.id) throw new Refusal('approval_not_yours');
        const signature = { signed_by: person.username, signed_comment: comment, signed_at: clock() };
        const signed = await signReview(tx, executionId, signature);
        if (signed === undefined) throw new Refusal('approval_decided', { status: 'signed' });
        await tell?.(tx, `review ${executionId}`);
        return reviewView(signed);
      }),
  };
}

function reviewView(row: ReviewRow): Review {
  const { execution_id, machine, command_template, actor, comment, signed_by, signed_comment } = row;
  return {
    execution_id,
    machine,
    command_template,
    actor,
    comment,
    created_at: isoTime(row.created_at),
    status: row.signed_at === null ? 'open' : 'signed',
    signed_by,
    signed_comment,
    signed_at: isoTimeOrNull(row.signed_at),
  };
}
