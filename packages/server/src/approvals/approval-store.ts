/** Requests for approval in the database. */
import type { ApprovalStatus, Role } from '@synapse/contract';
import { type Selectable, sql } from 'kysely';
import { roleNow } from '../access/access.ts';
import type { Queries } from '../db/database.ts';
import { statementTime } from '../db/database-time.ts';
import type { ApprovalsTable, MachinesTable } from '../db/schema.ts';
import { personalWorkspaceId, type WorkspaceId } from '../ids.ts';

export type ApprovalRow = Selectable<ApprovalsTable>;

export async function insertApproval(tx: Queries, row: ApprovalRow): Promise<void> {
  await tx.insertInto('approvals').values(row).execute();
}

/** How many approvals this user waits for, in all workspaces; null: everybody's. */
export async function countPending(queries: Queries, actorId: string | null): Promise<number> {
  let pending = queries
    .selectFrom('approvals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', sql.lit('pending'));
  if (actorId !== null)
    pending = pending.where((eb) => eb(eb.fn.coalesce('actor_id', 'workspace_id'), '=', actorId as WorkspaceId));
  return Number((await pending.executeTakeFirstOrThrow()).count);
}

export async function findApproval(
  queries: Queries,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ApprovalRow | undefined> {
  return queries
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
}

export async function findByExecution(
  queries: Queries,
  workspaces: readonly WorkspaceId[],
  executionId: string,
): Promise<ApprovalRow | undefined> {
  return queries
    .selectFrom('approvals')
    .selectAll()
    .where('execution_id', '=', executionId)
    .where('workspace_id', 'in', workspaces)
    .executeTakeFirst();
}

export async function findAmong(
  queries: Queries,
  workspaces: readonly WorkspaceId[],
  id: string,
): Promise<ApprovalRow | undefined> {
  return queries
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaces)
    .executeTakeFirst();
}

/** The workspaces in which a person may decide: their own, and those of crews whose role allows it. */
export interface Deciding {
  readonly userId: string;
  /** Crews in which they may decide where the policy asks another member, and those in which they always may. */
  readonly asOther: readonly WorkspaceId[];
  readonly asKeeper: readonly WorkspaceId[];
}

/** What this person asked for or may decide, newest first. `workspaces`: theirs and those of their crews. */
export async function listApprovalsFor(
  queries: Queries,
  workspaces: readonly WorkspaceId[],
  { userId, asOther, asKeeper }: Deciding,
  status: ApprovalStatus | undefined,
  limit: number,
): Promise<ApprovalRow[]> {
  const own = personalWorkspaceId(userId);
  const mine = queries
    .selectFrom('approvals')
    .selectAll()
    .where('workspace_id', 'in', workspaces)
    .where((eb) =>
      eb.or([
        eb('actor_id', '=', userId),
        eb.and([eb('decider', '=', 'other'), eb('workspace_id', 'in', [own, ...asOther])]),
        eb('workspace_id', 'in', [own, ...asKeeper]),
      ]),
    );
  const found = status === undefined ? mine : mine.where('status', '=', status);
  return found.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Newest first. */
export async function listApprovals(
  queries: Queries,
  workspace: WorkspaceId,
  status: ApprovalStatus | undefined,
  limit: number,
): Promise<ApprovalRow[]> {
  let found = queries.selectFrom('approvals').selectAll().where('workspace_id', '=', workspace);
  if (status !== undefined) found = found.where('status', '=', status);
  return found.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Which of those that wait. */
export interface PendingFilter {
  readonly workspaceId?: WorkspaceId | null;
  readonly machine?: string | null;
  readonly tokenId?: string | null;
}

const pending = (queries: Queries) =>
  queries.selectFrom('approvals').where('approvals.status', '=', sql.lit('pending'));

export async function listPending(queries: Queries, filter: PendingFilter): Promise<ApprovalRow[]> {
  let found = pending(queries).selectAll();
  const { workspaceId } = filter;
  // What a person asked for in crews is theirs too, but not what is about a machine of their own.
  if (workspaceId != null)
    found = found.where((eb) =>
      eb.or([
        eb('workspace_id', '=', workspaceId),
        ...(filter.machine == null ? [eb('actor_id', '=', workspaceId)] : []),
      ]),
    );
  if (filter.machine != null) found = found.where('machine', '=', filter.machine);
  if (filter.tokenId != null) found = found.where('token_id', '=', filter.tokenId);
  return found.execute();
}

/** Expired ones, those of a revoked token, and those of people who may not run commands in the crew any more. */
export async function listOverdue(queries: Queries, now: number, limit: number) {
  return (
    pending(queries)
      .leftJoin('ai_tokens', 'ai_tokens.id', 'approvals.token_id')
      .leftJoin('connections', 'connections.id', 'approvals.token_id')
      .leftJoin('users', (join) =>
        join.on('users.id', '=', (eb) => eb.fn.coalesce('approvals.actor_id', 'approvals.workspace_id')),
      )
      // Who asked in a crew, and is a member of it.
      .leftJoin('crew_members as member', (join) =>
        join
          .onRef('member.crew_id', '=', 'approvals.workspace_id')
          .onRef('member.user_id', '=', 'approvals.actor_id')
          .on((eb) => eb.or([eb('member.until', 'is', null), eb('member.until', '>', statementTime(queries, now))])),
      )
      .selectAll('approvals')
      .select(['users.disabled', 'member.user_id as member_id'])
      .select((eb) => eb.fn.coalesce('ai_tokens.revoked_at', 'connections.revoked_at').as('revoked_at'))
      .where((eb) =>
        eb.or([
          eb('approvals.expires_at', '<=', now),
          eb('ai_tokens.revoked_at', 'is not', null),
          eb('connections.revoked_at', 'is not', null),
          eb('users.disabled', '=', 1),
          eb.and([eb('approvals.actor_id', 'is not', null), eb('member.user_id', 'is', null)]),
          // Reading needs no approval.
          eb(roleNow(statementTime(queries, now)), '=', 'watcher'),
        ]),
      )
      .limit(limit)
      .execute()
  );
}

/** Of an AI token or a connection; one that is gone was taken back, too. */
export async function isTokenRevoked(queries: Queries, tokenId: string | null): Promise<boolean> {
  if (tokenId === null) return false;
  const valid = (table: 'ai_tokens' | 'connections') =>
    queries.selectFrom(table).select('id').where('id', '=', tokenId).where('revoked_at', 'is', null);
  return (await valid('ai_tokens').union(valid('connections')).executeTakeFirst()) === undefined;
}

/** What the person who gave the order may do now: the plan of the user, and what the token or connection still holds. */
export interface Rights {
  readonly plan: string;
  /** Null: the order came from a session of the person's own. */
  readonly token: {
    readonly scopes: string;
    readonly machines: string | null;
    readonly expiresAt: number;
  } | null;
}

/** On the instance; null: the account is gone. */
export async function instanceRoleOf(queries: Queries, userId: string): Promise<Role | null> {
  const user = await queries.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst();
  return (user?.role ?? null) as Role | null;
}

/** Undefined: the user or the token is gone. */
export async function readRights(
  queries: Queries,
  userId: string,
  tokenId: string | null,
): Promise<Rights | undefined> {
  const user = await queries.selectFrom('users').select('plan').where('id', '=', userId).executeTakeFirst();
  if (user === undefined || tokenId === null) return user === undefined ? undefined : { plan: user.plan, token: null };
  const token =
    (await queries
      .selectFrom('ai_tokens')
      .select(['scopes', 'expires_at as expiresAt'])
      .where('id', '=', tokenId)
      .executeTakeFirst()) ??
    (await queries
      .selectFrom('connections')
      .select(['scopes', 'machines', 'expires_at as expiresAt'])
      .where('id', '=', tokenId)
      .executeTakeFirst());
  return token === undefined ? undefined : { plan: user.plan, token: { machines: null, ...token } };
}

/** Locks it until the end of the transaction. */
export async function lockApproval(tx: Queries, id: string): Promise<void> {
  await tx.selectFrom('approvals').select('id').where('id', '=', id).forUpdate().execute();
}

/** False where this person has approved before. */
export async function addVote(
  tx: Queries,
  vote: { approval_id: string; user_id: string; username: string; created_at: number },
): Promise<boolean> {
  const made = await tx
    .insertInto('approval_votes')
    .values(vote)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return made !== undefined;
}

export async function votesOf(queries: Queries, approvalIds: readonly string[]) {
  if (approvalIds.length === 0) return [];
  return queries
    .selectFrom('approval_votes')
    .selectAll()
    .where('approval_id', 'in', approvalIds)
    .orderBy('created_at')
    .execute();
}

/** What waits in a crew and this user has approved already. */
export async function votedPending(tx: Queries, crewId: WorkspaceId, userId: string): Promise<ApprovalRow[]> {
  return tx
    .selectFrom('approvals')
    .selectAll()
    .where('workspace_id', '=', crewId)
    .where('status', '=', 'pending')
    .where('id', 'in', (eb) => eb.selectFrom('approval_votes').select('approval_id').where('user_id', '=', userId))
    .execute();
}

export async function deleteVote(tx: Queries, approvalId: string, userId: string): Promise<void> {
  await tx.deleteFrom('approval_votes').where('approval_id', '=', approvalId).where('user_id', '=', userId).execute();
}

export interface Settlement {
  readonly status: Exclude<ApprovalStatus, 'pending'>;
  readonly decided_by: string | null;
  readonly decided_at: number;
  readonly comment: string | null;
  readonly break_glass?: number;
}

/** False where it was decided already: the first counts. The order is forgotten with it. */
export async function settleApproval(tx: Queries, id: string, settlement: Settlement): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('approvals')
    .set({ ...settlement, sealed: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function forgetApprovals(queries: Queries, decidedBefore: number): Promise<void> {
  await queries
    .deleteFrom('approvals')
    .where('status', '<>', 'pending')
    .where('decided_at', '<', decidedBefore)
    .execute();
}

/** By which it shows that what a command depends on has changed. */
export interface Versions {
  readonly machine: Pick<
    Selectable<MachinesTable>,
    'id' | 'kind' | 'connection' | 'containers' | 'statut' | 'version'
  > | null;
  readonly secrets: readonly { readonly name: string; readonly version: number }[];
}

export async function readVersions(
  tx: Queries,
  workspaceId: WorkspaceId,
  machineId: string,
  names: readonly string[],
): Promise<Versions> {
  const machine = await tx
    .selectFrom('machines')
    .select(['id', 'kind', 'connection', 'containers', 'statut', 'version'])
    .where('id', '=', machineId)
    .executeTakeFirst();
  const secrets =
    names.length === 0
      ? []
      : await tx
          .selectFrom('secrets')
          .select(['name', 'version'])
          .where('workspace_id', '=', workspaceId)
          .where('name', 'in', names)
          .orderBy('name')
          .execute();
  return { machine: machine ?? null, secrets };
}
