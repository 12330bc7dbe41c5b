/** Grants in the database. */
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { ApprovalGrantsTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';

export type GrantRow = Selectable<ApprovalGrantsTable>;

export async function insertGrant(tx: Queries, row: GrantRow): Promise<void> {
  await tx.insertInto('approval_grants').values(row).execute();
}

/** Those in force: not over, and of a token that was not taken back. Newest first. */
export async function listGrants(
  queries: Queries,
  workspaceId: WorkspaceId,
  now: number,
  limit: number,
): Promise<(GrantRow & { readonly actor: string | null })[]> {
  return queries
    .selectFrom('approval_grants as granted')
    .leftJoin('ai_tokens as token', 'token.id', 'granted.token_id')
    .leftJoin('connections as connection', 'connection.id', 'granted.token_id')
    .leftJoin('users as actor', 'actor.id', 'granted.actor_id')
    .selectAll('granted')
    .select('actor.username as actor')
    .where('granted.workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('granted.expires_at', 'is', null), eb('granted.expires_at', '>', now)]))
    .where((eb) =>
      eb.or([
        eb('granted.token_id', 'is', null),
        eb.and([eb('token.id', 'is not', null), eb('token.revoked_at', 'is', null)]),
        eb.and([eb('connection.id', 'is not', null), eb('connection.revoked_at', 'is', null)]),
      ]),
    )
    .orderBy('granted.created_at', 'desc')
    .orderBy('granted.id', 'desc')
    .limit(limit)
    .execute();
}

/** Between the names of those who gave a grant together. */
const AND = ', ';

export const namesOf = ({ created_by }: Pick<GrantRow, 'created_by'>): string[] => created_by.split(AND);

export const namesTogether = (names: readonly string[]): string => names.join(AND);

/** Those of a crew that this person gave, alone or with others. */
export async function grantsBy(tx: Queries, crewId: WorkspaceId, username: string): Promise<GrantRow[]> {
  const rows = await tx.selectFrom('approval_grants').selectAll().where('workspace_id', '=', crewId).execute();
  return rows.filter((row) => namesOf(row).includes(username));
}

/** `actorId`: only one for their orders. */
export async function deleteGrant(
  tx: Queries,
  workspaceId: WorkspaceId,
  id: string,
  actorId: string | null,
): Promise<GrantRow | undefined> {
  let found = tx.deleteFrom('approval_grants').where('workspace_id', '=', workspaceId).where('id', '=', id);
  if (actorId !== null) found = found.where('actor_id', '=', actorId);
  return found.returningAll().executeTakeFirst();
}

export async function usernameOf(tx: Queries, userId: string): Promise<string> {
  const user = await tx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  return user?.username ?? userId;
}

/** What lifts nothing any more: its hour is over, or its token was taken back. */
export async function forgetGrants(queries: Queries, now: number): Promise<void> {
  await queries
    .deleteFrom('approval_grants')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', now),
        eb('token_id', 'in', eb.selectFrom('ai_tokens').select('id').where('revoked_at', 'is not', null)),
        eb('token_id', 'in', eb.selectFrom('connections').select('id').where('revoked_at', 'is not', null)),
      ]),
    )
    .execute();
}
