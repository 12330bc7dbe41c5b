/** The audit log in the database: entries are appended, closed once, and read. */
import { type Insertable, type Selectable, sql } from 'kysely';
import { compileInsert, compileOnce } from '../db/compile-once.ts';
import type { Dialect, Queries } from '../db/database.ts';
import type { AuditEntriesTable } from '../db/schema.ts';
import { type Closing, GENESIS } from './chain.ts';

export type AuditRow = Selectable<AuditEntriesTable>;
export type NewAuditRow = Insertable<AuditEntriesTable>;

export interface Head {
  readonly seq: number;
  readonly hash: Buffer;
  readonly created_at: number;
}

/** The end of a user's chain, held until the transaction ends: two appends cannot both follow the same entry. */
export async function lockHead(tx: Queries, dialect: Dialect, userId: string): Promise<Head> {
  const readHead = dialect === 'postgres' ? readHeadForUpdate : readHeadAlone;
  const [head] = await readHead(tx, userId);
  if (head !== undefined) return head;
  // Another instance may write the first entry at the same moment.
  await insertHead(tx, userId, GENESIS);
  return (await readHead(tx, userId))[0]!;
}

const insertHead = compileOnce((tx: Queries, userId: string, hash: Buffer) =>
  tx
    .insertInto('audit_heads')
    .values({ user_id: userId, seq: 0, hash, created_at: 0 })
    .onConflict((conflict) => conflict.column('user_id').doNothing()),
);

const selectHead = (tx: Queries, userId: string) =>
  tx.selectFrom('audit_heads').select(['seq', 'hash', 'created_at']).where('user_id', '=', userId);
/** SQLite has one writer at a time: nothing to lock. */
const readHeadAlone = compileOnce(selectHead);
const readHeadForUpdate = compileOnce((tx: Queries, userId: string) => selectHead(tx, userId).forUpdate());

export async function appendRow(tx: Queries, row: NewAuditRow): Promise<void> {
  await insertEntry(tx, row);
  await moveHead(tx, row.user_id, row.seq, row.hash, row.created_at);
}

const insertEntry = compileInsert('audit_entries', [
  ...(['user_id', 'seq', 'id', 'execution_id', 'created_at', 'source', 'machine', 'container', 'cwd'] as const),
  ...(['command_template', 'alias', 'typed_chars', 'token_hint', 'ip', 'prev_hash', 'hash', 'instance_id'] as const),
  ...(['status', 'exit_code', 'refusal', 'duration_ms', 'stdout_bytes', 'returned_bytes', 'filter'] as const),
  ...(['saved_tokens', 'seal'] as const),
]);

const moveHead = compileOnce((tx: Queries, userId: string, seq: number, hash: Buffer, created_at: number) =>
  tx.updateTable('audit_heads').set({ seq, hash, created_at }).where('user_id', '=', userId),
);

/** False when the entry was closed already: the first closing counts. */
export async function closeRow(
  tx: Queries,
  executionId: string,
  closing: Closing & { seal: Buffer },
): Promise<boolean> {
  const { status, exit_code, refusal, duration_ms, stdout_bytes, returned_bytes } = closing;
  const { filter, saved_tokens, seal } = closing;
  const ended = [status, exit_code, refusal, duration_ms] as const;
  const closed = await closeEntry(tx, executionId, ...ended, stdout_bytes, returned_bytes, filter, saved_tokens, seal);
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
    seal: Buffer,
  ) =>
    tx
      .updateTable('audit_entries')
      .set({ status, exit_code, refusal, duration_ms, stdout_bytes, returned_bytes, filter, saved_tokens, seal })
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

export async function heads(queries: Queries): Promise<(Head & { user_id: string })[]> {
  return queries.selectFrom('audit_heads').selectAll().where('seq', '>', 0).orderBy('user_id').execute();
}

/** Everyone who has entries or a head: a head that was removed must not hide its entries. */
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

/** The database's clock where several instances share one, for their own may differ; else ours. */
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

/** Running entries of instances that have not been seen since then. */
export async function abandoned(queries: Queries, self: string, seenSince: number): Promise<AuditRow[]> {
  return queries
    .selectFrom('audit_entries as entry')
    .leftJoin('instances as owner', 'owner.id', 'entry.instance_id')
    .selectAll('entry')
    .where('entry.status', '=', 'running')
    .where('entry.instance_id', '<>', self)
    .where((eb) => eb.or([eb('owner.seen_at', 'is', null), eb('owner.seen_at', '<', seenSince)]))
    .execute();
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
