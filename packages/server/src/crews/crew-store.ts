/** Crews, their members and their invitations in the database. */
import type { CrewRole, MemberSource } from '@synapse/contract';
import { type Selectable, sql } from 'kysely';
import { roleNow, untilNow } from '../access/access.ts';
import type { Queries } from '../db/database.ts';
import { statementTime, timeNow } from '../db/database-time.ts';
import type { CrewInvitationsTable, CrewMembersTable, CrewsTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';

export type CrewRow = Selectable<CrewsTable>;
export type MemberRow = Selectable<CrewMembersTable>;
export type InvitationRow = Selectable<CrewInvitationsTable>;

/** False where the slug is taken. */
export async function insertCrew(tx: Queries, crew: CrewRow): Promise<boolean> {
  const made = await tx
    .insertInto('crews')
    .values(crew)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Locks the members of the crew until the end of the transaction. False: there is no such crew. */
export async function lockCrew(tx: Queries, id: WorkspaceId): Promise<boolean> {
  return (await tx.selectFrom('crews').select('id').where('id', '=', id).forUpdate().execute()).length > 0;
}

/** The same for every crew of which this user is an owner, in one order. */
export async function lockCrewsOwnedBy(tx: Queries, userId: string): Promise<WorkspaceId[]> {
  const rows = await tx
    .selectFrom('crews')
    .select('id')
    .where((eb) =>
      eb(
        'id',
        'in',
        eb.selectFrom('crew_members').select('crew_id').where('user_id', '=', userId).where('role', '=', 'owner'),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function renameCrew(tx: Queries, id: WorkspaceId, name: string): Promise<void> {
  await tx.updateTable('crews').set({ name }).where('id', '=', id).execute();
}

export async function deleteCrew(tx: Queries, id: WorkspaceId): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('crews').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A membership that has ended is none. */
const lasting = (queries: Queries, now: number) =>
  sql<boolean>`(member.until is null or member.until > ${statementTime(queries, now)})`;

/** The crews of a user, each with how many members it has. */
export async function crewsOf(queries: Queries, userId: string, now: number) {
  const rows = await queries
    .selectFrom('crew_members as member')
    .innerJoin('crews as crew', 'crew.id', 'member.crew_id')
    .select(['crew.id', 'crew.slug', 'crew.name'])
    .select(roleNow(statementTime(queries, now)).as('role'))
    .select(untilNow(statementTime(queries, now)).as('until'))
    .select((eb) =>
      eb
        .selectFrom('crew_members as other')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('other.crew_id', '=', 'crew.id')
        .where(sql<boolean>`(other.until is null or other.until > ${statementTime(queries, now)})`)
        .as('members'),
    )
    .where('member.user_id', '=', userId)
    .where(lasting(queries, now))
    .orderBy('crew.slug')
    .execute();
  return rows.map((row) => ({ ...row, role: row.role as CrewRole, members: Number(row.members) }));
}

export async function countCrewsOf(tx: Queries, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('crew_members')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** With the last activity of each, in the order in which they joined. */
export async function membersOf(queries: Queries, crewId: WorkspaceId, now: number) {
  const rows = await queries
    .selectFrom('crew_members as member')
    .innerJoin('users as user', 'user.id', 'member.user_id')
    .select(['user.id', 'user.username', 'member.since', 'member.source'])
    .select(roleNow(statementTime(queries, now)).as('role'))
    .select(untilNow(statementTime(queries, now)).as('until'))
    .select(sql<boolean | number>`coalesce(member.lent_until > ${statementTime(queries, now)}, false)`.as('is_lent'))
    .select((eb) =>
      eb
        .selectFrom('sessions')
        .select((one) => one.fn.max('sessions.last_used_at').as('at'))
        .whereRef('sessions.user_id', '=', 'user.id')
        .as('session_at'),
    )
    .select((eb) =>
      eb
        .selectFrom('ai_tokens')
        .select((one) => one.fn.max('ai_tokens.last_used_at').as('at'))
        .whereRef('ai_tokens.user_id', '=', 'user.id')
        .as('token_at'),
    )
    .where('member.crew_id', '=', crewId)
    .where(lasting(queries, now))
    .orderBy('member.since')
    .orderBy('user.username_key')
    .execute();
  return rows.map((row) => ({
    ...row,
    role: row.role as CrewRole,
    source: (row.is_lent ? 'request' : row.source) as MemberSource,
  }));
}

/** Also one whose time is over: see `lasting`. */
export async function findMember(tx: Queries, crewId: WorkspaceId, userId: string): Promise<MemberRow | undefined> {
  return tx
    .selectFrom('crew_members')
    .selectAll()
    .where('crew_id', '=', crewId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Whether this moment has passed, by the clock that counts for the database. */
export async function hasPassed(tx: Queries, moment: number, now: number): Promise<boolean> {
  const { passed } = await tx
    .selectNoFrom(sql<boolean | number>`${sql.val(moment)} <= ${timeNow(tx, now)}`.as('passed'))
    .executeTakeFirstOrThrow();
  return Boolean(passed);
}

/** The time that counts for the database. */
export async function databaseTime(tx: Queries, now: number): Promise<number> {
  const { moment } = await tx.selectNoFrom(timeNow(tx, now).as('moment')).executeTakeFirstOrThrow();
  return Number(moment);
}

export async function countMembers(tx: Queries, crewId: WorkspaceId): Promise<number> {
  const row = await tx
    .selectFrom('crew_members')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('crew_id', '=', crewId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Adds or changes: `since` of an existing member stays. A temporary role ends with it. */
export async function putMember(tx: Queries, member: MemberRow): Promise<void> {
  const { role, until, source, lent_role, lent_until } = member;
  await tx
    .insertInto('crew_members')
    .values(member)
    .onConflict((conflict) =>
      conflict.columns(['crew_id', 'user_id']).doUpdateSet({ role, until, source, lent_role, lent_until }),
    )
    .execute();
}

/** A higher role until that moment; the permanent one stays. */
export async function lendRole(
  tx: Queries,
  crewId: WorkspaceId,
  userId: string,
  lent: Pick<MemberRow, 'lent_role' | 'lent_until'>,
): Promise<void> {
  await tx.updateTable('crew_members').set(lent).where('crew_id', '=', crewId).where('user_id', '=', userId).execute();
}

/** Those of a user that the groups of a single sign-on gave, by crew. */
export async function membershipsFromGroups(tx: Queries, userId: string): Promise<MemberRow[]> {
  return tx.selectFrom('crew_members').selectAll().where('user_id', '=', userId).where('source', '=', 'oidc').execute();
}

export async function crewsNamed(queries: Queries, slugs: readonly string[]): Promise<CrewRow[]> {
  if (slugs.length === 0) return [];
  return queries.selectFrom('crews').selectAll().where('slug', 'in', slugs).orderBy('slug').execute();
}

export async function crewsWithIds(queries: Queries, ids: readonly WorkspaceId[]): Promise<CrewRow[]> {
  if (ids.length === 0) return [];
  return queries.selectFrom('crews').selectAll().where('id', 'in', ids).orderBy('slug').execute();
}

export async function deleteMember(tx: Queries, crewId: WorkspaceId, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('crew_members')
    .where('crew_id', '=', crewId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether the crew has an owner besides this user who can act and whose role does not end. */
export async function hasOtherOwner(tx: Queries, crewId: WorkspaceId, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('crew_members as member')
    .innerJoin('users as user', 'user.id', 'member.user_id')
    .select('member.user_id')
    .where('member.crew_id', '=', crewId)
    .where('member.user_id', '<>', userId)
    .where('member.role', '=', 'owner')
    .where('member.until', 'is', null)
    .where('user.disabled', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertInvitation(tx: Queries, invitation: InvitationRow): Promise<void> {
  await tx.insertInto('crew_invitations').values(invitation).execute();
}

/** Those of one member, who may not invite any more. */
export async function deleteInvitationsOf(tx: Queries, crewId: WorkspaceId, username: string): Promise<void> {
  await tx.deleteFrom('crew_invitations').where('crew_id', '=', crewId).where('created_by', '=', username).execute();
}

export async function crewIdsOf(tx: Queries, userId: string): Promise<WorkspaceId[]> {
  const rows = await tx.selectFrom('crew_members').select('crew_id').where('user_id', '=', userId).execute();
  return rows.map(({ crew_id }) => crew_id);
}

export async function invitationsOf(queries: Queries, crewId: WorkspaceId, now: number): Promise<InvitationRow[]> {
  return queries
    .selectFrom('crew_invitations')
    .selectAll()
    .where('crew_id', '=', crewId)
    .where('expires_at', '>', statementTime(queries, now))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function deleteInvitation(
  tx: Queries,
  crewId: WorkspaceId,
  id: string,
): Promise<InvitationRow | undefined> {
  return tx
    .deleteFrom('crew_invitations')
    .where('crew_id', '=', crewId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Which crew it is for, where it can still be used. */
export async function findInvitation(tx: Queries, hash: Buffer, now: number) {
  return tx
    .selectFrom('crew_invitations as invitation')
    .innerJoin('crews as crew', 'crew.id', 'invitation.crew_id')
    .select(['crew.id', 'crew.slug', 'crew.name', 'invitation.created_by'])
    .where('invitation.code_hash', '=', hash)
    .where('invitation.expires_at', '>', timeNow(tx, now))
    .executeTakeFirst();
}

/** Uses it: of two concurrent calls, one succeeds. */
export async function takeInvitation(tx: Queries, hash: Buffer, now: number): Promise<InvitationRow | undefined> {
  return tx
    .deleteFrom('crew_invitations')
    .where('code_hash', '=', hash)
    .where('expires_at', '>', timeNow(tx, now))
    .returningAll()
    .executeTakeFirst();
}

/** Memberships, temporary roles and invitations that have expired. */
export async function dropEnded(queries: Queries, now: number): Promise<void> {
  await queries.deleteFrom('crew_invitations').where('expires_at', '<=', statementTime(queries, now)).execute();
  await queries.deleteFrom('crew_members').where('until', '<=', statementTime(queries, now)).execute();
  await queries
    .updateTable('crew_members')
    .set({ lent_role: null, lent_until: null })
    .where('lent_until', '<=', statementTime(queries, now))
    .execute();
}
