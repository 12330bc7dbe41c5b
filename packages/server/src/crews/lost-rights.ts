/**
 * Removes what a member has created with a role that they lost: invitations, an open request, and (`drop`) approvals and
 * grants. It does not come back with the role.
 */
import { type Access, can, type Workspace } from '../access/access.ts';
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { deleteInvitationsOf } from './crew-store.ts';
import { dropRequests } from './request-store.ts';

export interface MemberId {
  readonly id: string;
  readonly username: string;
}

/** Approvals and grants of this person in that workspace. `crew`: as what they are in it now; null: they are no member. */
export type DropDecisions = (
  tx: Queries,
  crewId: WorkspaceId,
  member: MemberId,
  crew: Workspace | null,
) => Promise<void>;

/**
 * To call before and after each change of a membership, in its transaction: before, because a role may have ended by
 * itself since the last one.
 */
export type DropLostRights = (tx: Queries, crewId: WorkspaceId, member: MemberId) => Promise<void>;

export function createDropLostRights(access: Pick<Access, 'crewsOf'>, drop: DropDecisions): DropLostRights {
  return async (tx, crewId, member) => {
    const crew = (await access.crewsOf(member.id, tx)).find(({ id }) => id === crewId) ?? null;
    if (crew === null || !can(crew, 'write-members')) await deleteInvitationsOf(tx, crewId, member.username);
    if (crew === null) await dropRequests(tx, crewId, member.id);
    await drop(tx, crewId, member, crew);
  };
}

/** For an account that is disabled or deleted, in the same transaction: as if they had left every crew. */
export async function dropEverywhere(
  tx: Queries,
  crewIds: readonly WorkspaceId[],
  member: MemberId,
  drop: DropDecisions,
): Promise<void> {
  for (const crewId of crewIds) {
    await deleteInvitationsOf(tx, crewId, member.username);
    await dropRequests(tx, crewId, member.id);
    await drop(tx, crewId, member, null);
  }
}
