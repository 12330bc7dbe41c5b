/** The audit log in the database: entries are appended, closed once, and read. */
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { atCommit } from '../db/at-commit.ts';
import { byDialect } from '../db/by-dialect.ts';
import { compileInsert, compileOnce } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';
import { expectRow } from '../db/expect-row.ts';
import type { AuditEntriesTable } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';
import { type ChainEnd, type Closing, GENESIS } from './chain.ts';

export type AuditRow = Selectable<AuditEntriesTable>;
export type NewAuditRow = Omit<Insertable<AuditEntriesTable>, 'erased'>;

export interface Head extends ChainEnd {
  readonly seal: Buffer | null;
}

/**
 * The end of a workspace's chain, locked until the transaction ends, so that two appends cannot both follow the same entry.
 * A new chain gets the name of its user or crew, under a seal.
 */
export async function lockHead(tx: Queries, workspaceId: WorkspaceId, seal: (end: ChainEnd) => Buffer): Promise<Head> {
  const [head] = await readHeadForUpdate(tx, workspaceId);
  if (head !== undefined) return head;
  const end = {
    workspace_id: workspaceId,
    username: (await nameOf(tx, workspaceId)) ?? null,
    seq: 0,
    hash: GENESIS,
    created_at: 0,
  };
  // Another instance may write the first entry at the same moment.
  await tx
    .insertInto('audit_heads')
    .values({ ...end, seal: seal(end) })
    .onConflict((conflict) => conflict.column('workspace_id').doNothing())
    .execute();
  return (await readHeadForUpdate(tx, workspaceId))[0]!;
}

const selectHead = (tx: Queries, workspaceId: WorkspaceId) =>
  tx
    .selectFrom('audit_heads')
    .select(['workspace_id', 'username', 'seq', 'hash', 'created_at', 'seal'])
    .where('workspace_id', '=', workspaceId);
const readHead = compileOnce(selectHead);
const readHeadForUpdate = compileOnce((tx: Queries, workspaceId: WorkspaceId) =>
  selectHead(tx, workspaceId).forUpdate(),
);

export async function findHead(queries: Queries, workspaceId: WorkspaceId): Promise<Head | undefined> {
  return (await readHead(queries, workspaceId))[0];
}

/** Until the transaction ends, no other one appends to this chain or erases from it. */
export async function lockChain(tx: Queries, workspaceId: WorkspaceId): Promise<void> {
  await readHeadForUpdate(tx, workspaceId);
}

/** Written with the commit. `lane`: it runs, and has its turn among the commands of its user from now on. */
export function appendRow(tx: Queries, row: NewAuditRow, seal: Buffer, lane: string | null): void {
  atCommit(tx, insertEntry(tx, row));
  const { workspace_id, seq, hash, created_at, execution_id } = row;
  if (lane !== null) atCommit(tx, moveHeadAndQueue(tx, workspace_id, seq, hash, created_at, seal, execution_id, lane));
  else atCommit(tx, moveHead(tx, workspace_id, seq, hash, created_at, seal));
}

const insertEntry = compileInsert('audit_entries', [
  ...(['workspace_id', 'seq', 'id', 'execution_id', 'created_at', 'source', 'machine', 'container', 'cwd'] as const),
  ...(['command_template', 'alias', 'typed_chars', 'token_hint', 'ip', 'prev_hash', 'hash', 'instance_id'] as const),
  ...(['status', 'exit_code', 'refusal', 'duration_ms', 'stdout_bytes', 'returned_bytes', 'filter'] as const),
  ...([
    'saved_tokens',
    'seal',
    'verdict',
    'rule',
    'approval_id',
    'sandbox',
    'decided_by',
    'reconciles',
    'actor',
    'erases',
  ] as const),
]);

const moveHead = compileOnce(
  (tx: Queries, workspaceId: WorkspaceId, seq: number, hash: Buffer, created_at: number, seal: Buffer) =>
    tx.updateTable('audit_heads').set({ seq, hash, created_at, seal }).where('workspace_id', '=', workspaceId),
);

/** In one round trip. */
const moveHeadAndQueue = compileOnce(
  (
    tx: Queries,
    workspaceId: WorkspaceId,
    seq: number,
    hash: Buffer,
    created_at: number,
    seal: Buffer,
    execution_id: string,
    machine: string,
  ) =>
    tx
      .with('queued', (db) =>
        db.insertInto('lane_entries').values({ execution_id, workspace_id: workspaceId, machine }),
      )
      .updateTable('audit_heads')
      .set({ seq, hash, created_at, seal })
      .where('workspace_id', '=', workspaceId),
);

/** A command that waited for a person has its turn from now on. */
export async function enterLane(
  tx: Queries,
  execution_id: string,
  workspace_id: WorkspaceId,
  machine: string,
): Promise<void> {
  await tx.insertInto('lane_entries').values({ execution_id, workspace_id, machine }).execute();
}

/** The name of a user, or the slug of a crew. Undefined if it is gone. */
export async function nameOf(queries: Queries, id: string): Promise<string | undefined> {
  const user = await queries.selectFrom('users').select('username').where('id', '=', id).executeTakeFirst();
  if (user !== undefined) return user.username;
  return (
    await queries
      .selectFrom('crews')
      .select('slug')
      .where('id', '=', id as WorkspaceId)
      .executeTakeFirst()
  )?.slug;
}

/** What is written at the end, and the instance that owns the entry: only that one closes it. */
export interface OwnClosing extends Closing {
  readonly instance_id: string;
  readonly seal: Buffer;
}

/** False when the entry was closed already, or is another instance's by now: the first closing counts. */
export async function closeRow(tx: Queries, executionId: string, closing: OwnClosing): Promise<boolean> {
  return (await closeEntry(tx, executionId, ...closingValues(closing))).length > 0;
}

/** The same with the commit: if the entry was closed already, the transaction fails (see `missedItsRow`). PostgreSQL. */
export function closeRowOrFail(tx: Queries, executionId: string, closing: OwnClosing): void {
  atCommit(tx, closeOrFail(tx, executionId, ...closingValues(closing)));
}

type ClosingValues = ReturnType<typeof closingValues>;

const closingValues = (closing: OwnClosing) => {
  const { status, exit_code, refusal, duration_ms, stdout_bytes, returned_bytes } = closing;
  const { filter, saved_tokens, decided_by, seal, instance_id } = closing;
  const counted = [stdout_bytes, returned_bytes, filter, saved_tokens] as const;
  return [status, exit_code, refusal, duration_ms, ...counted, decided_by, seal, instance_id] as const;
};

const setClosed = (tx: Pick<Queries, 'updateTable'>, executionId: string, values: ClosingValues) => {
  const [status, exit_code, refusal, duration_ms, stdout_bytes, returned_bytes, filter, ...rest] = values;
  const [saved_tokens, decided_by, seal, owner] = rest;
  return tx
    .updateTable('audit_entries')
    .set({ status, exit_code, refusal, duration_ms, stdout_bytes, returned_bytes, filter, saved_tokens })
    .set({ decided_by, seal })
    .where('execution_id', '=', executionId)
    .where('status', '=', 'running')
    .where('instance_id', '=', owner)
    .returning('seq');
};

const leavingLane = (tx: Queries, executionId: string) =>
  tx.with('left', (db) => db.deleteFrom('lane_entries').where('execution_id', '=', executionId));

const CLOSING_ARITY = 12;
const closeEntry = compileOnce(
  byDialect<[executionId: string, ...values: ClosingValues], ReturnType<typeof setClosed>>({
    // One process counts in memory what runs at once.
    sqlite: (tx, executionId, ...values) => setClosed(tx, executionId, values),
    postgres: (tx, executionId, ...values) =>
      setClosed(leavingLane(tx, executionId) as Pick<Queries, 'updateTable'>, executionId, values),
  }),
  CLOSING_ARITY,
);
const closeOrFail = compileOnce(
  (tx: Queries, executionId: string, ...values: ClosingValues) =>
    leavingLane(tx, executionId)
      .with('closed', (db) => setClosed(db as unknown as Queries, executionId, values))
      .selectNoFrom(expectRow('closed').as('found')),
  CLOSING_ARITY,
);

export async function findByExecution(
  queries: Queries,
  workspaceId: WorkspaceId,
  id: string,
): Promise<AuditRow | undefined> {
  return queries
    .selectFrom('audit_entries')
    .selectAll()
    .where('execution_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
}

/** At most two ids in a workspace that begin so. The beginning holds nothing but letters and digits. */
export async function idsBeginning(queries: Queries, workspaceId: WorkspaceId, beginning: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('audit_entries')
    .select('execution_id')
    .where('workspace_id', '=', workspaceId)
    .where('execution_id', 'like', `${beginning}%`)
    .limit(2)
    .execute();
  return rows.map((row) => row.execution_id);
}

/** A user's entries in the order of the chain, a page at a time. */
export async function chainPage(
  queries: Queries,
  workspaceId: WorkspaceId,
  after: number,
  limit: number,
): Promise<AuditRow[]> {
  return queries
    .selectFrom('audit_entries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

export async function heads(queries: Queries): Promise<Head[]> {
  return queries.selectFrom('audit_heads').selectAll().where('seq', '>', 0).orderBy('workspace_id').execute();
}

/** Everyone who has entries or a head, so that removing a head does not hide its entries. */
export async function chainOwners(queries: Queries): Promise<WorkspaceId[]> {
  const rows = await queries
    .selectFrom('audit_entries')
    .select('workspace_id')
    .distinct()
    .union(queries.selectFrom('audit_heads').select('workspace_id').where('seq', '>', 0))
    .orderBy('workspace_id')
    .execute();
  return rows.map(({ workspace_id }) => workspace_id);
}

/** Whether the database itself still refuses to change and delete entries. */
export async function isGuarded(queries: Queries): Promise<boolean> {
  const { rows } = await guards(queries).execute(queries);
  return rows.length === 2;
}

const guards = byDialect<[], RawBuilder<unknown>>({
  sqlite: () => sql`select name from sqlite_master where type = 'trigger'
    and name in ('audit_entries_no_delete', 'audit_entries_no_rewrite')`,
  postgres: () => sql`select tgname from pg_trigger where tgname in ('audit_entries_no_delete', 'audit_entries_guard')
    and tgrelid = 'audit_entries'::regclass and tgenabled = 'O'`,
});

/** What an instance left running. A job outlives its instance: another one follows it from here. */
export async function runningOf(tx: Queries, instanceId: string): Promise<AuditRow[]> {
  return tx
    .selectFrom('open_entries as open')
    .innerJoin('audit_entries as entry', 'entry.execution_id', 'open.execution_id')
    .leftJoin('jobs as job', 'job.execution_id', 'open.execution_id')
    .selectAll('entry')
    .where('open.status', '=', sql.lit('running'))
    .where('open.instance_id', '=', instanceId)
    .where('job.execution_id', 'is', null)
    .execute();
}

/** The entry that reconciles this execution with its real end. */
export async function findReconciling(queries: Queries, executionId: string): Promise<AuditRow | undefined> {
  return queries.selectFrom('audit_entries').selectAll().where('reconciles', '=', executionId).executeTakeFirst();
}

export async function pendingRow(tx: Queries, executionId: string): Promise<AuditRow | undefined> {
  return tx
    .selectFrom('audit_entries')
    .selectAll()
    .where('execution_id', '=', executionId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
}

/** False where it waits no more: the first counts. */
export async function leavePending(
  tx: Queries,
  executionId: string,
  values: Closing & { instance_id: string; seal: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('audit_entries')
    .set(values)
    .where('execution_id', '=', executionId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Pending entries without an approval: it was deleted with its user. */
export async function orphanedEntries(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('open_entries as entry')
    .leftJoin('approvals as asked', 'asked.execution_id', 'entry.execution_id')
    .select('entry.execution_id')
    .where('entry.status', '=', sql.lit('pending'))
    .where('asked.id', 'is', null)
    .limit(100)
    .execute();
  return rows.map(({ execution_id }) => execution_id);
}
