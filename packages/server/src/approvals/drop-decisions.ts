/** Approvals that wait for others and grants of a member who may not give them any more. */
import type { Workspace } from '../access/access.ts';
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { deleteVote, votedPending } from './approval-store.ts';
import { whyNotDecide } from './deciders.ts';
import { deleteGrant, grantsBy } from './grant-store.ts';

interface Member {
  readonly id: string;
  readonly username: string;
}

/** `crew`: as what they are in it now; null: they are no member. */
export async function dropDecisions(
  tx: Queries,
  crewId: WorkspaceId,
  member: Member,
  crew: Workspace | null,
): Promise<void> {
  const isLost = (asked: Parameters<typeof whyNotDecide>[2]): boolean =>
    crew === null || whyNotDecide(member.id, crew, asked) !== null;
  for (const approval of await votedPending(tx, crewId, member.id))
    if (isLost(approval)) await deleteVote(tx, approval.id, member.id);
  for (const grant of await grantsBy(tx, crewId, member.username))
    if (isLost(grant)) await deleteGrant(tx, crewId, grant.id, null);
}
