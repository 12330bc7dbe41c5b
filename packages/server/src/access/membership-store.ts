/** Who is a member of which crew, as the database says at this moment. A membership that has ended is none. */
import type { CrewReach, CrewRole } from '@synapse/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import { statementTime } from '../db/database-time.ts';
import type { WorkspaceId } from '../ids.ts';

export interface MembershipRow {
  readonly crew_id: WorkspaceId;
  readonly slug: string;
  readonly username: string;
  readonly role: CrewRole;
  readonly until: number | null;
}

/**
 * The role that counts now: a temporary higher one, or else the permanent one. `member`: what the query
 * calls the table.
 */
export const roleNow = (now: RawBuilder<number>, member = 'member') => temporaryOr(now, member, 'lent_role', 'role');

/** When that role ends. */
export const untilNow = (now: RawBuilder<number>, member = 'member') =>
  temporaryOr<number | null>(now, member, 'lent_until', 'until');

const temporaryOr = <T = string>(now: RawBuilder<number>, member: string, temporary: string, lasting: string) =>
  sql<T>`case when ${sql.ref(`${member}.lent_until`)} > ${now}
    then ${sql.ref(`${member}.${temporary}`)} else ${sql.ref(`${member}.${lasting}`)} end`;

/** `now`: what counts on SQLite. Several instances go by the database's own time. */
const memberships = (queries: Queries, now: number) =>
  queries
    .selectFrom('crew_members as member')
    .innerJoin('crews as crew', 'crew.id', 'member.crew_id')
    .innerJoin('users as user', 'user.id', 'member.user_id')
    .select(['member.crew_id', 'crew.slug', 'user.username'])
    .select(roleNow(statementTime(queries, now)).as('role'))
    .select(untilNow(statementTime(queries, now)).as('until'))
    // A disabled account can do nothing, and decides nothing.
    .where('user.disabled', '=', 0)
    .where((eb) => eb.or([eb('member.until', 'is', null), eb('member.until', '>', statementTime(queries, now))]));

export async function membershipIn(
  queries: Queries,
  userId: string,
  slug: string,
  now: number,
): Promise<MembershipRow | undefined> {
  const row = await memberships(queries, now)
    .where('member.user_id', '=', userId)
    .where('crew.slug', '=', slug)
    .executeTakeFirst();
  return row as MembershipRow | undefined;
}

/** By the slugs of their crews. */
export async function membershipsOf(queries: Queries, userId: string, now: number): Promise<MembershipRow[]> {
  const rows = await memberships(queries, now).where('member.user_id', '=', userId).orderBy('crew.slug').execute();
  return rows as MembershipRow[];
}

/** Those of one crew, each with whose it is. */
export async function membershipsIn(
  queries: Queries,
  crewId: WorkspaceId,
  now: number,
): Promise<(MembershipRow & { readonly user_id: string })[]> {
  const rows = await memberships(queries, now).select('member.user_id').where('member.crew_id', '=', crewId).execute();
  return rows as (MembershipRow & { readonly user_id: string })[];
}

/**
 * What the crews of a user let their tokens do; null where there are none. Whether each still holds is asked when it is
 * used.
 */
export async function reachOf(queries: Queries, userId: string): Promise<CrewReach> {
  const row = await queries
    .selectFrom('crew_members')
    .select((eb) => eb.fn.max(reach).as('reach'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (row?.reach ?? null) as CrewReach;
}

/** Of one membership. Of several, the greater one counts, which is also the greater word. */
const reach = sql<string>`case when crew_members.role = 'watcher' and crew_members.lent_role is null
  then 'look' else 'run' end`;

/** The same as a part of another query about the user `owner`. */
export const reachOfOwner = sql<string | null>`(
  select max(${reach}) from crew_members where crew_members.user_id = owner.id)`;

/** Until the end of the transaction: limits of a workspace are decided one at a time. */
export async function lockWorkspace(tx: Queries, id: WorkspaceId): Promise<void> {
  await tx.selectFrom('workspaces').select('id').where('id', '=', id).forUpdate().execute();
}
