/**
 * Who may do what: the one place that decides it. A person has every right in their own workspace. In the workspace of
 * a crew their role decides, which is read from the database at every call.
 */
import {
  CREW_ACTIONS,
  CREW_SLUG,
  type CrewAction,
  type CrewRole,
  isAtLeast,
  Refusal,
  roleAllows,
} from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { personalWorkspaceId, type WorkspaceId } from '../ids.ts';
import { type MembershipRow, membershipIn, membershipsIn, membershipsOf } from './membership-store.ts';

// For other modules.
export { lockWorkspace, reachOf, reachOfOwner, roleNow, untilNow } from './membership-store.ts';

/** A workspace, and the role of the caller in it. */
export interface Workspace {
  /** Of the user, or of the crew: whatever is owned carries it. */
  readonly id: WorkspaceId;
  /** The slug; null: the person's own. */
  readonly crew: string | null;
  readonly role: CrewRole;
  /** When that role ends by itself. */
  readonly until: number | null;
}

export interface CrewWorkspace extends Workspace {
  readonly crew: string;
  /** Of the member. */
  readonly username: string;
}

export interface Member extends CrewWorkspace {
  readonly userId: string;
}

export interface Access {
  /** The workspace of a crew. Throws not_found for who is no member, as if there were no such crew. */
  enter(userId: string, crew: string, at?: Queries): Promise<CrewWorkspace>;
  /** The crews of a user, by slug. */
  crewsOf(userId: string, at?: Queries): Promise<CrewWorkspace[]>;
  /** The members of a crew, each in its workspace. */
  membersOf(crewId: WorkspaceId, at?: Queries): Promise<Member[]>;
}

export function createAccess(database: Pick<Database, 'queries'>, clock: Clock): Access {
  return {
    enter: async (userId, crew, at = database.queries) => {
      // What no crew can be called may hold characters that no database takes.
      const row = CREW_SLUG.test(crew) ? await membershipIn(at, userId, crew, clock()) : undefined;
      if (row === undefined) throw new Refusal('not_found');
      return workspaceOf(row);
    },
    crewsOf: async (userId, at = database.queries) => (await membershipsOf(at, userId, clock())).map(workspaceOf),
    membersOf: async (crewId, at = database.queries) =>
      (await membershipsIn(at, crewId, clock())).map((row) => ({ ...workspaceOf(row), userId: row.user_id })),
  };
}

const workspaceOf = ({ crew_id, slug, username, role, until }: MembershipRow): CrewWorkspace => ({
  id: crew_id,
  crew: slug,
  username,
  role,
  until,
});

/** It has no name and no other members. */
export const personalWorkspace = (userId: string): Workspace => ({
  id: personalWorkspaceId(userId),
  crew: null,
  role: 'owner',
  until: null,
});

/** Writes what was changed into the log of the crew, in the transaction that changes it. */
export type TellCrew = (tx: Queries, what: string) => Promise<void>;

export const can = ({ role }: Pick<Workspace, 'role'>, action: CrewAction): boolean => roleAllows(role, action);

/** Whether the role is at least that one. */
export const hasRole = ({ role }: Pick<Workspace, 'role'>, wanted: CrewRole): boolean => isAtLeast(role, wanted);

/** Names the role that is needed. */
export const roleRequired = (action: CrewAction): Refusal =>
  new Refusal('role_required', { role: CREW_ACTIONS[action] });

/** Throws role_required. */
export function assertCan(workspace: Pick<Workspace, 'role'>, action: CrewAction): void {
  if (!can(workspace, action)) throw roleRequired(action);
}
