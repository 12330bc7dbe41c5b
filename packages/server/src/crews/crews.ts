/** The rules of crews: creating, renaming and deleting them, and who belongs to them. A crew always has an owner. */
import {
  argumentsInvalid,
  because,
  CREW_LIMITS,
  type Crew,
  type CrewMember,
  type CrewRole,
  type MemberChange,
  momentMs,
  type NewCrew,
  PLANS,
  type PlanId,
  Refusal,
} from '@synapse/contract';
import { type Access, assertCan, type TellCrew, type Workspace } from '../access/access.ts';
import type { Audit, OpenEntry } from '../audit/audit.ts';
import { findUser, findUserByName, lockUser } from '../auth/users.ts';
import { type Clock, isoTime, isoTimeOrNull } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { newId, type WorkspaceId } from '../ids.ts';
import { holdOpenings } from '../limits/index.ts';
import {
  countCrewsOf,
  countMembers,
  crewIdsOf,
  crewsOf,
  deleteCrew,
  deleteMember,
  dropEnded,
  findMember,
  hasOtherOwner,
  hasPassed,
  insertCrew,
  lockCrew,
  lockCrewsOwnedBy,
  type MemberRow,
  membersOf,
  putMember,
  renameCrew,
} from './crew-store.ts';
import { type DropDecisions, type DropLostRights, dropEverywhere } from './lost-rights.ts';

/** The person who makes a change, for the log of the crew. */
export interface CrewPerson {
  readonly id: string;
  readonly username: string;
  readonly plan: PlanId;
  readonly ip: string | null;
}

/** What is changed and its entry in the log of the crew are committed together. */
export interface Crews {
  list(userId: string): Promise<Crew[]>;
  /** The creator is its owner. Throws plan_required, crew_exists. */
  create(by: CrewPerson, crew: NewCrew): Promise<Crew>;
  rename(by: CrewPerson, crew: Workspace, name: string): Promise<Crew>;
  /** With everything that belongs to it, but for its log. `confirm` repeats the slug. */
  remove(by: CrewPerson, crew: Workspace, confirm: string): Promise<void>;
  members(crew: Workspace): Promise<CrewMember[]>;
  /**
   * Adds a member or changes one. Throws not_found where there is no such account, last_owner, and for whom groups
   * decide.
   */
  putMember(by: CrewPerson, crew: Workspace, username: string, change: MemberChange): Promise<CrewMember>;
  /** Anybody may leave; only an owner removes others. Throws last_owner. */
  removeMember(by: CrewPerson, crew: Workspace, username: string): Promise<void>;
  /** Removes what has ended. */
  expire(): Promise<void>;
}

export interface CrewEnding {
  readonly id: WorkspaceId;
  /** Writes into its log. */
  readonly tell: TellCrew;
}

export interface CrewEffects {
  /**
   * The crew is about to be deleted: from now on nothing starts there, and what runs is killed. Resolves once its jobs
   * have ended, or after a while where a machine is out of reach: they could not be stopped without the machine.
   */
  ending(by: CrewPerson, crew: CrewEnding): Promise<void>;
  /** A member lost rights, or the crew was deleted: ends the commands that are not allowed any more, on every instance. */
  changed(crewId: WorkspaceId, memberId: string | null): Promise<void>;
  /** Something that the open pages of these users show was changed. */
  updatePages(userIds: readonly string[]): void;
  readonly dropLostRights: DropLostRights;
}

export function createCrews(
  database: Database,
  clock: Clock,
  audit: Pick<Audit, 'note' | 'committed'>,
  access: Pick<Access, 'enter'>,
  effects: CrewEffects,
): Crews {
  const crewOf = async (userId: string, crewId: string): Promise<Crew> => {
    const row = (await crewsOf(database.queries, userId, clock())).find(({ id }) => id === crewId);
    if (row === undefined) throw new Refusal('not_found');
    return crewView(row);
  };

  /** Makes a change and writes the crew's log in one transaction. `change` returns the text of the entry. */
  const write = async (
    by: CrewPerson,
    crew: Pick<Workspace, 'id' | 'crew'>,
    change: (tx: Queries) => Promise<string>,
  ): Promise<void> => {
    const entry = await database.transaction(async (tx) => audit.note(tx, crewNote(by, crew, await change(tx))));
    audit.committed(entry);
  };

  return {
    list: async (userId) => (await crewsOf(database.queries, userId, clock())).map(crewView),

    create: async (by, { slug, name }) => {
      if (by.plan !== 'equipage') throw new Refusal('plan_required', { plan: PLANS.equipage.name });
      const now = clock();
      const id = newId(now) as WorkspaceId;
      await write(by, { id, crew: slug }, async (tx) => {
        await lockUser(tx, by.id);
        if (!(await insertCrew(tx, { id, slug, name, created_at: now }))) throw new Refusal('crew_exists');
        await refuseFull(tx, id, by.id);
        await putMember(tx, newMember(id, by.id, 'owner', null, now));
        return `crew add ${slug}`;
      });
      return crewOf(by.id, id);
    },

    rename: async (by, crew, name) => {
      assertCan(crew, 'rename-crew');
      await write(by, crew, async (tx) => {
        await assertStillOwner(access, tx, by, crew);
        await renameCrew(tx, crew.id, name);
        return `crew rename ${name}`;
      });
      return crewOf(by.id, crew.id);
    },

    remove: async (by, crew, confirm) => {
      assertCan(crew, 'delete-crew');
      if (confirm !== crew.crew) throw argumentsInvalid([{ field: 'confirm', problem: because('crew_confirm') }]);
      await database.transaction((tx) => assertStillOwner(access, tx, by, crew));
      const entries: OpenEntry[] = [];
      await effects.ending(by, {
        id: crew.id,
        tell: async (tx, what) => void entries.push(await audit.note(tx, crewNote(by, crew, what))),
      });
      for (const entry of entries) audit.committed(entry);
      await write(by, crew, async (tx) => {
        await assertStillOwner(access, tx, by, crew);
        if (!(await deleteCrew(tx, crew.id))) throw new Refusal('not_found');
        return `crew rm ${crew.crew}`;
      });
      await effects.changed(crew.id, null);
    },

    members: async (crew) => {
      assertCan(crew, 'read');
      return (await membersOf(database.queries, crew.id, clock())).map(memberView);
    },

    putMember: async (by, crew, username, { role, until: wanted }) => {
      assertCan(crew, 'write-members');
      const until = wanted == null ? null : momentMs(wanted);
      const user = await findUserByName(database.queries, username);
      if (user === undefined) throw new Refusal('not_found');
      await write(by, crew, async (tx) => {
        await lockMembership(tx, crew.id, user.id);
        await assertStillOwner(access, tx, by, crew);
        if (until !== null && (await hasPassed(tx, until, clock())))
          throw argumentsInvalid([{ field: 'until', problem: because('in_the_past') }]);
        await effects.dropLostRights(tx, crew.id, user);
        const before = await findMember(tx, crew.id, user.id);
        if (before?.source === 'oidc')
          throw argumentsInvalid([{ field: 'username', problem: because('member_of_group') }]);
        if (before === undefined) await refuseFull(tx, crew.id, user.id);
        await putMember(tx, newMember(crew.id, user.id, role, until, clock()));
        await effects.dropLostRights(tx, crew.id, user);
        if (role !== 'owner' || until !== null) await keepAnOwner(tx, [crew.id], user.id, before);
        const ends = until === null ? '' : ` until ${isoTime(until)}`;
        return `member ${before === undefined ? 'add' : 'set'} ${user.username} ${role}${ends}`;
      });
      await effects.changed(crew.id, user.id);
      const members = await membersOf(database.queries, crew.id, clock());
      const member = members.find(({ id }) => id === user.id);
      if (member === undefined) throw new Refusal('not_found');
      return memberView(member);
    },

    removeMember: async (by, crew, username) => {
      const user = await findUserByName(database.queries, username);
      const isOneself = user?.id === by.id;
      if (!isOneself) assertCan(crew, 'write-members');
      if (user === undefined) throw new Refusal('not_found');
      await write(by, crew, async (tx) => {
        await lockMembership(tx, crew.id, user.id);
        if (!isOneself) await assertStillOwner(access, tx, by, crew);
        const before = await findMember(tx, crew.id, user.id);
        if (!(await deleteMember(tx, crew.id, user.id))) throw new Refusal('not_found');
        await effects.dropLostRights(tx, crew.id, user);
        await keepAnOwner(tx, [crew.id], user.id, before);
        return isOneself ? `member leave ${user.username}` : `member rm ${user.username}`;
      });
      await effects.changed(crew.id, user.id);
    },

    expire: () => dropEnded(database.queries, clock()),
  };
}

/** Throws limit_reached. */
export async function refuseFull(tx: Queries, crewId: WorkspaceId, userId: string): Promise<void> {
  const { perUser, members } = CREW_LIMITS;
  if ((await countMembers(tx, crewId)) >= members)
    throw new Refusal('limit_reached', { max: members, what: because('crew_members') });
  if ((await countCrewsOf(tx, userId)) >= perUser)
    throw new Refusal('limit_reached', { max: perUser, what: because('crews') });
}

/**
 * Locks, until the end of the transaction, the openings of the user's commands, the user, and the members of the crew:
 * always in this order.
 */
export async function lockMembership(tx: Queries, crewId: WorkspaceId, userId: string): Promise<void> {
  await holdOpenings(tx, userId);
  await lockUser(tx, userId);
  if (!(await lockCrew(tx, crewId))) throw new Refusal('not_found');
}

/** Locks the crew and checks the role again: it, or the account, may be gone since the call was let in. */
export async function assertStillOwner(
  access: Pick<Access, 'enter'>,
  tx: Queries,
  by: CrewPerson,
  crew: Workspace,
): Promise<void> {
  if (!(await lockCrew(tx, crew.id))) throw new Refusal('not_found');
  assertCan(await access.enter(by.id, crew.crew ?? '', tx), 'write-members');
}

/** After the change, with the crews locked: throws last_owner where it leaves a crew without a permanent owner. */
export async function keepAnOwner(
  tx: Queries,
  crewIds: readonly WorkspaceId[],
  leaving: string,
  before: Pick<MemberRow, 'role' | 'until'> | undefined,
): Promise<void> {
  if (before?.role !== 'owner' || before.until !== null) return;
  for (const crewId of crewIds) if (!(await hasOtherOwner(tx, crewId, leaving))) throw new Refusal('last_owner');
}

/** For disabling or deleting an account, whose row is locked. Throws last_owner. */
export const createLeaveCrews =
  (drop: DropDecisions) =>
  async (tx: Queries, userId: string): Promise<void> => {
    for (const crewId of await lockCrewsOwnedBy(tx, userId))
      await keepAnOwner(tx, [crewId], userId, await findMember(tx, crewId, userId));
    const user = await findUser(tx, userId);
    if (user !== undefined) await dropEverywhere(tx, await crewIdsOf(tx, userId), user, drop);
  };

export const newMember = (
  crewId: WorkspaceId,
  userId: string,
  role: CrewRole,
  until: number | null,
  since: number,
  source: 'member' | 'oidc' = 'member',
): MemberRow => ({ crew_id: crewId, user_id: userId, role, until, source, since, lent_role: null, lent_until: null });

/** A change of a crew, as its own log tells it. */
export const crewNote = (
  { id, username, ip }: Omit<CrewPerson, 'plan'>,
  { id: crewId, crew }: Pick<Workspace, 'id' | 'crew'>,
  what: string,
) =>
  ({
    workspaceId: crewId,
    source: 'crew',
    ip,
    what,
    actor: { user_id: id, username, token_label: null, client: null, crew: crew ?? '' },
  }) as const;

interface CrewOfUser {
  readonly slug: string;
  readonly name: string;
  readonly role: CrewRole;
  readonly until: number | null;
  readonly members: number;
}

const crewView = ({ slug, name, role, until, members }: CrewOfUser): Crew => ({
  slug,
  name,
  role,
  until: isoTimeOrNull(until),
  members,
});

type MemberOfCrew = Awaited<ReturnType<typeof membersOf>>[number];

const memberView = ({ username, role, until, since, session_at, token_at }: MemberOfCrew): CrewMember => {
  const lastActive = Math.max(session_at ?? 0, token_at ?? 0);
  return {
    username,
    role,
    until: isoTimeOrNull(until),
    since: isoTime(since),
    last_active_at: lastActive === 0 ? null : isoTime(lastActive),
  };
};
