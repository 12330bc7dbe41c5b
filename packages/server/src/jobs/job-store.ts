/** Jobs in the database. */
import type { Selectable } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { JobsTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';

export type JobRow = Selectable<JobsTable>;

export async function insertJob(tx: Queries, row: JobRow): Promise<void> {
  await tx.insertInto('jobs').values(row).execute();
}

export async function countRunning(tx: Queries, actorId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('actor_id', '=', actorId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findJob(queries: Queries, executionId: string): Promise<JobRow | undefined> {
  return queries.selectFrom('jobs').selectAll().where('execution_id', '=', executionId).executeTakeFirst();
}

/** Of this workspace: it runs, or its folder is still there. */
export async function hasOpenJob(queries: Queries, workspaceId: WorkspaceId): Promise<boolean> {
  const row = await queries
    .selectFrom('jobs')
    .select('execution_id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '<>', 'tidy')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface JobsWanted {
  readonly running: boolean | undefined;
  readonly limit: number;
}

/** The newest first. */
export async function jobsOf(
  queries: Queries,
  workspaceId: WorkspaceId,
  { running, limit }: JobsWanted,
): Promise<JobRow[]> {
  let found = queries.selectFrom('jobs').selectAll().where('workspace_id', '=', workspaceId);
  if (running !== undefined) found = found.where('state', running ? '=' : '<>', 'running');
  return found.orderBy('created_at', 'desc').orderBy('execution_id', 'desc').limit(limit).execute();
}

/** Those that are not tidied up and have no follower: their instance left, or gave no sign of life since then. */
export async function unfollowed(queries: Queries, self: string, seenSince: number): Promise<JobRow[]> {
  return queries
    .selectFrom('jobs as job')
    .leftJoin('instances as owner', 'owner.id', 'job.owner')
    .selectAll('job')
    .where('job.state', '<>', 'tidy')
    .where((eb) => eb.or([eb('job.owner', 'is', null), eb('job.owner', '<>', self)]))
    .where((eb) => eb.or([eb('owner.seen_at', 'is', null), eb('owner.seen_at', '<', seenSince)]))
    .execute();
}

/** False where another instance was faster. */
export async function claimJob(queries: Queries, row: JobRow, self: string): Promise<boolean> {
  const claimed = await queries
    .updateTable('jobs')
    .set({ owner: self })
    .where('execution_id', '=', row.execution_id)
    .where('state', '<>', 'tidy')
    .where('owner', row.owner === null ? 'is' : '=', row.owner)
    .returning('execution_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function releaseJobs(queries: Queries, self: string): Promise<void> {
  await queries.updateTable('jobs').set({ owner: null }).where('owner', '=', self).execute();
}

export async function releaseJob(queries: Queries, executionId: string, self: string): Promise<void> {
  await queries
    .updateTable('jobs')
    .set({ owner: null })
    .where('execution_id', '=', executionId)
    .where('owner', '=', self)
    .execute();
}

export async function endJob(tx: Queries, executionId: string, now: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ state: 'ended', ended_at: now })
    .where('execution_id', '=', executionId)
    .where('state', '=', 'running')
    .execute();
}

export async function endedJobs(queries: Queries, self: string): Promise<JobRow[]> {
  return queries.selectFrom('jobs').selectAll().where('owner', '=', self).where('state', '=', 'ended').execute();
}

export async function tidyJob(queries: Queries, executionId: string): Promise<void> {
  await queries
    .updateTable('jobs')
    .set({ state: 'tidy', owner: null, sealed: null })
    .where('execution_id', '=', executionId)
    .execute();
}

export async function dropTidy(queries: Queries, before: number): Promise<void> {
  await queries.deleteFrom('jobs').where('state', '=', 'tidy').where('created_at', '<', before).execute();
}

export async function runningOf(queries: Queries, owner: string, before: number): Promise<JobRow[]> {
  return queries
    .selectFrom('jobs')
    .selectAll()
    .where('owner', '=', owner)
    .where('state', '=', 'running')
    .where('created_at', '<', before)
    .execute();
}
