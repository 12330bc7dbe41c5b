/** Requests for a higher role, in the database. */
import type { RequestStatus } from '@synapse/contract';
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import { statementTime } from '../db/database-time.ts';
import type { CrewRequestsTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';

export type RequestRow = Selectable<CrewRequestsTable>;

export async function insertRequest(tx: Queries, row: RequestRow): Promise<void> {
  await tx.insertInto('crew_requests').values(row).execute();
}

export async function countPendingRequests(
  tx: Queries,
  crewId: WorkspaceId,
  userId: string,
  now: number,
): Promise<number> {
  const row = await tx
    .selectFrom('crew_requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('crew_id', '=', crewId)
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where('expires_at', '>', statementTime(tx, now))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Newest first. `userId`: only theirs. A pending one whose time is over is expired, whether or not that is written. */
export async function listRequests(
  queries: Queries,
  crewId: WorkspaceId,
  filter: { readonly userId: string | null; readonly status: RequestStatus | undefined; readonly limit: number },
  now: number,
): Promise<RequestRow[]> {
  let found = queries.selectFrom('crew_requests').selectAll().where('crew_id', '=', crewId);
  if (filter.userId !== null) found = found.where('user_id', '=', filter.userId);
  const { status } = filter;
  if (status === 'approved' || status === 'denied') found = found.where('status', '=', status);
  if (status === 'pending')
    found = found.where('status', '=', 'pending').where('expires_at', '>', statementTime(queries, now));
  if (status === 'expired')
    found = found.where((eb) =>
      eb.or([
        eb('status', '=', 'expired'),
        eb.and([eb('status', '=', 'pending'), eb('expires_at', '<=', statementTime(queries, now))]),
      ]),
    );
  return found.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(filter.limit).execute();
}

export async function findRequest(tx: Queries, crewId: WorkspaceId, id: string): Promise<RequestRow | undefined> {
  return tx
    .selectFrom('crew_requests')
    .selectAll()
    .where('crew_id', '=', crewId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** With the slug of its crew. */
export async function findRequestById(
  queries: Queries,
  id: string,
): Promise<(RequestRow & { readonly slug: string }) | undefined> {
  return queries
    .selectFrom('crew_requests as request')
    .innerJoin('crews as crew', 'crew.id', 'request.crew_id')
    .selectAll('request')
    .select('crew.slug')
    .where('request.id', '=', id)
    .executeTakeFirst();
}

/** Undefined where another call was first. */
export async function decideRequest(
  tx: Queries,
  id: string,
  decision: Pick<RequestRow, 'status' | 'decided_by' | 'decided_at' | 'until'>,
): Promise<RequestRow | undefined> {
  return tx
    .updateTable('crew_requests')
    .set(decision)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

/** Removes those of users who are no longer members. */
export async function dropRequests(tx: Queries, crewId: WorkspaceId, userId: string): Promise<void> {
  await tx
    .updateTable('crew_requests')
    .set({ status: 'expired' })
    .where('crew_id', '=', crewId)
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .execute();
}

/** Removes those that were not answered in time, and old ones. */
export async function expireRequests(queries: Queries, now: number, keptSince: number): Promise<void> {
  await queries
    .updateTable('crew_requests')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .where('expires_at', '<=', statementTime(queries, now))
    .execute();
  await queries.deleteFrom('crew_requests').where('created_at', '<', keptSince).execute();
}
