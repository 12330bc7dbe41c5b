/** The audit log in the database: entries are appended, closed once, and read. */
import { type Insertable, type Selectable, sql } from 'kysely';
import { compileInsert, compileOnce } from '../db/compile-once.ts';
import type { Dialect, Queries } from '../db/database.ts';
import type { AuditEntriesTable } from '../db/schema.ts';
import { type ChainEnd, type Closing, GENESIS } from './chain.ts';

export type AuditRow = Selectable<AuditEntriesTable>;
export type NewAuditRow = Insertable<AuditEntriesTable>;

export interface Head extends ChainEnd {
  readonly seal: Buffer | null;
}

/**
 * The end of a user's chain, locked until the transaction ends, so that two appends cannot both follow the same entry.
 * A new chain gets the name of its user, under a seal.
 */
export async function lockHead(
  tx: Queries,
  dialect: Dialect,
  userId: string,
  seal: (end: ChainEnd) => Buffer,
): Promise<Head> {
  const readHead = dialect === 'postgres' ? readHeadForUpdate : readHeadAlone;
  const [head] = await readHead(tx, userId);
  if (head !== undefined) return head;
  const user = await tx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  const end = { user_id: userId, username: user?.username ?? null, seq: 0, hash: GENESIS, created_at: 0 };
  // Another instance may write the first entry at the same moment.
  await tx
    .insertInto('audit_heads')
    .values({ ...end, seal: seal(end) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return (await readHead(tx, userId))[0]!;
}

const selectHead = (tx: Queries, userId: string) =>
  tx
    .selectFrom('audit_heads')
    .select(['user_id', 'username', 'seq', 'hash', 'created_at', 'seal'])
    .where('user_id', '=', userId);
/** SQLite has one writer at a time, so there is nothing to lock. */
const readHeadAlone = compileOnce(selectHead);
const readHeadForUpdate = compileOnce((tx: Queries, userId: string) => selectHead(tx, userId).forUpdate());

export async function findHead(queries: Queries, userId: string): Promise<Head | undefined> {
  return (await readHeadAlone(queries, userId))[0];
}

export async function appendRow(tx: Queries, row: NewAuditRow, seal: Buffer): Promise<void> {
  await insertEntry(tx, row);
  await moveHead(tx, row.user_id, row.seq, row.hash, row.created_at, seal);
}

const insertEntry = compileInsert('audit_entries', [
  ...(['user_id', 'seq', 'id', 'execution_id', 'created_at', 'source', 'machine', 'container', 'cwd'] as const),
  ...(['command_template', 'alias', 'typed_chars', 'token_hint', 'ip', 'prev_hash', 'hash', 'instance_id'] as const),
  ...(['status', 'exit_code', 'refusal', 'duration_ms', 'stdout_bytes', 'returned_bytes', 'filter'] as const),
  ...(['saved_tokens', 'seal', 'verdict', 'rule', 'approval_id', 'sandbox', 'decided_by'] as const),
]);

const moveHead = compileOnce(
  (tx: Queries, userId: string, seq: number, hash: Buffer, created_at: number, seal: Buffer) =>
    tx.updateTable('audit_heads').set({ seq, hash, created_at, seal }).where('user_id', '=', userId),
);

/** Ends of chains from before there were seals. */
export async function sealHeads(tx: Queries, seal: (end: ChainEnd) => Buffer): Promise<number> {
  const unsealed = await tx
    .selectFrom('audit_heads as head')
    .leftJoin('users as owner', 'owner.id', 'head.user_id')
    .select(['head.user_id', 'head.seq', 'head.hash', 'head.created_at', 'owner.username'])
    .where('head.seal', 'is', null)
    .execute();
  for (const end of unsealed) {
    await tx
      .updateTable('audit_heads')
      .set({ username: end.username, seal: seal(end) })
      .where('user_id', '=', end.user_id)
      .where('seq', '=', end.seq)
      .where('seal', 'is', null)
      .execute();
  }
  return unsealed.length;
}

/** The name in today's table of users. Undefined if the user is gone. */
export async function nameOf(queries: Queries, userId: string): Promise<string | undefined> {
  const row = await queries.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  return row?.username;
}

/** False when the entry was closed already: the first closing counts. */
export async function closeRow(
  tx: Queries,
  executionId: string,
  closing: Closing & { seal: Buffer },
): Promise<boolean> {
  const { status, exit_code, refusal, duration_ms, stdout_bytes, returned_bytes } = closing;
  const { filter, saved_tokens, decided_by, seal } = closing;
  const ended = [status, exit_code, refusal, duration_ms] as const;
  const counted = [stdout_bytes, returned_bytes, filter, saved_tokens] as const;
  const closed = await closeEntry(tx, executionId, ...ended, ...counted, decided_by, seal);
  return closed.length > 0;
}

const closeEntry = compileOnce(
  (
    tx: Queries,
    executionId: string,
    status: string,
    exit_code: number | null,
    refusal: string | null,
    duration_ms: number | null,
    stdout_bytes: number | null,
    returned_bytes: number | null,
    filter: string | null,
    saved_tokens: number | null,
    decided_by: string | null,
    seal: Buffer,
  ) =>
    tx
      .updateTable('audit_entries')
      .set({ status, exit_code, refusal, duration_ms, stdout_bytes, returned_bytes, filter, saved_tokens })
      .set({ decided_by, seal })
      .where('execution_id', '=', executionId)
      .where('status', '=', 'running')
      .returning('seq'),
);

export async function findByExecution(queries: Queries, userId: string, id: string): Promise<AuditRow | undefined> {
  return queries
    .selectFrom('audit_entries')
    .selectAll()
    .where('execution_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** A user's entries in the order of the chain, a page at a time. */
export async function chainPage(queries: Queries, userId: string, after: number, limit: number): Promise<AuditRow[]> {
  return queries
    .selectFrom('audit_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

export async function heads(queries: Queries): Promise<Head[]> {
  return queries.selectFrom('audit_heads').selectAll().where('seq', '>', 0).orderBy('user_id').execute();
}

/** Everyone who has entries or a head, so that removing a head does not hide its entries. */
export async function chainOwners(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('audit_entries')
    .select('user_id')
    .distinct()
    .union(queries.selectFrom('audit_heads').select('user_id').where('seq', '>', 0))
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Whether the database itself still refuses to change and delete entries. */
export async function isGuarded(queries: Queries, dialect: Dialect): Promise<boolean> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql`select name from sqlite_master where type = 'trigger'
          and name in ('audit_entries_no_delete', 'audit_entries_no_rewrite')`.execute(queries)
      : await sql`select tgname from pg_trigger
          where tgname = 'audit_entries_guard' and tgrelid = 'audit_entries'::regclass and tgenabled = 'O'`.execute(
          queries,
        );
  return rows.length === (dialect === 'sqlite' ? 2 : 1);
}

/** The database's clock if several instances share it, because their own clocks may differ. Otherwise ours. */
export async function sharedNow(queries: Queries, dialect: Dialect, now: number): Promise<number> {
  if (dialect === 'sqlite') return now;
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(queries);
  return rows[0]!.now;
}

export async function beat(queries: Queries, instanceId: string, now: number): Promise<void> {
  await queries
    .insertInto('instances')
    .values({ id: instanceId, seen_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
    .execute();
}

/** Running entries of instances that have given no sign of life since then. */
export async function abandoned(queries: Queries, self: string, seenSince: number): Promise<AuditRow[]> {
  return (
    queries
      .selectFrom('audit_entries as entry')
      .leftJoin('instances as owner', 'owner.id', 'entry.instance_id')
      // A job goes on without its instance: another one follows it from here.
      .leftJoin('jobs as job', 'job.execution_id', 'entry.execution_id')
      .selectAll('entry')
      .where('entry.status', '=', 'running')
      .where('job.execution_id', 'is', null)
      .where('entry.instance_id', '<>', self)
      .where((eb) => eb.or([eb('owner.seen_at', 'is', null), eb('owner.seen_at', '<', seenSince)]))
      .execute()
  );
}

export async function forgetInstances(queries: Queries, seenBefore: number): Promise<void> {
  await queries.deleteFrom('instances').where('seen_at', '<', seenBefore).execute();
}

export async function forgetInstance(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('instances').where('id', '=', id).execute();
}

/** How many instances have given a sign of life since then. */
export async function instancesSeenSince(queries: Queries, since: number): Promise<number> {
  return (await queries.selectFrom('instances').select('id').where('seen_at', '>=', since).execute()).length;
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

/** Entries that wait though nobody is asked: what was asked went with its user. */
export async function orphanedEntries(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('audit_entries as entry')
    .leftJoin('approvals as asked', 'asked.execution_id', 'entry.execution_id')
    .select('entry.execution_id')
    .where('entry.status', '=', sql.lit('pending'))
    .where('asked.id', 'is', null)
    .limit(100)
    .execute();
  return rows.map(({ execution_id }) => execution_id);
}
