/** Leases in the database. Where several instances share it, every time in here is the database's own. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { byDialect } from '../db/by-dialect.ts';
import type { Queries } from '../db/database.ts';
import { statementTime, timeNow } from '../db/database-time.ts';
import { lockTable, waitAtMost } from '../db/locks.ts';

/**
 * By the lease itself; for a version without leases, by its last sign of life. Null: all of them are known to be dead,
 * however long their leases would hold.
 */
const expiredBy = (queries: Queries, now: number, forMs: number | null): RawBuilder<boolean> =>
  forMs === null
    ? sql`1 = 1`
    : sql`coalesce(instances.expires_at, instances.seen_at + ${forMs}) <= ${timeNow(queries, now)}`;

/** One process that serves an SQLite file needs no clock to know that it lives. */
const notExpired = byDialect<[now: number], RawBuilder<SqlBool>>({
  sqlite: () => sql`1 = 1`,
  postgres: (queries, now) => sql`expires_at > ${timeNow(queries, now)}`,
});

export interface Begun {
  readonly epoch: number;
  /** The database's time at that moment. */
  readonly now: number;
}

/** A new lease, in a new epoch: what is left of an earlier one of this instance counts no more. */
export async function beginLease(queries: Queries, now: number, id: string, forMs: number): Promise<Begun> {
  const at = statementTime(queries, now);
  const { rows } = await sql<Begun>`
    insert into instances (id, seen_at, epoch, expires_at) values (${id}, ${at}, 1, ${at} + ${forMs})
    on conflict (id) do update set
      epoch = instances.epoch + 1, seen_at = excluded.seen_at, expires_at = excluded.expires_at
    returning epoch, seen_at as now`.execute(queries);
  return rows[0]!;
}

/** The database's time; null where the lease was taken away, or belongs to another epoch by now. */
export async function renewLease(
  queries: Queries,
  now: number,
  id: string,
  epoch: number,
  forMs: number,
): Promise<number | null> {
  const at = statementTime(queries, now);
  const { rows } = await sql<{ now: number }>`
    update instances set seen_at = ${at}, expires_at = ${at} + ${forMs}
    where id = ${id} and epoch = ${epoch} returning seen_at as now`.execute(queries);
  return rows[0]?.now ?? null;
}

/**
 * Whether the lease is held, and cannot be taken away before the end of the transaction: an instance that tries has to wait, and
 * then finds what was written under it.
 */
export async function isLeaseHeld(tx: Queries, now: number, id: string, epoch: number): Promise<boolean> {
  const held = await tx
    .selectFrom('instances')
    .select('id')
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where(notExpired(tx, now))
    .forKeyShare()
    .executeTakeFirst();
  return held !== undefined;
}

/** Instances with running commands whose lease has run out, or was given back. */
export async function deadOwners(queries: Queries, now: number, self: string, forMs: number | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct entry.instance_id as id from open_entries as entry
    left join instances on instances.id = entry.instance_id
    -- A job keeps running without its instance.
    left join jobs on jobs.execution_id = entry.execution_id
    where entry.status = 'running' and entry.instance_id <> ${self} and jobs.execution_id is null
      and (instances.id is null or ${expiredBy(queries, now, forMs)})`.execute(queries);
  return rows.map(({ id }) => id);
}

/** The sweep for dead instances runs again soon, and does not wait. */
const SWEEP_LOCK_MS = 250;

/**
 * Ends a lease that has run out, so that its holder cannot continue under it. False where the holder has renewed it
 * meanwhile. A lock of a command that is opened or closed right now is waited for no longer than a
 * moment, to the end of the transaction.
 */
export async function endLease(tx: Queries, now: number, id: string, forMs: number | null): Promise<boolean> {
  await waitAtMost(tx, SWEEP_LOCK_MS);
  const lease = await tx
    .selectFrom('instances')
    .select(expiredBy(tx, now, forMs).as('expired'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (lease === undefined) return true;
  if (!lease.expired) return false;
  await sql`update instances set epoch = epoch + 1, expires_at = 0 where id = ${id}`.execute(tx);
  return true;
}

export async function forgetInstances(queries: Queries, now: number, silentMs: number): Promise<void> {
  await sql`delete from instances where seen_at < ${timeNow(queries, now)} - ${silentMs}`.execute(queries);
}

export async function forgetInstance(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('instances').where('id', '=', id).execute();
}

/** How many instances have given a sign of life within this time. */
export async function countInstances(queries: Queries, now: number, withinMs: number): Promise<number> {
  const { rows } = await sql`select id from instances where seen_at >= ${timeNow(queries, now)} - ${withinMs}`.execute(
    queries,
  );
  return rows.length;
}

/**
 * The last moment at which a lease runs out; null: none is held. Until the end of the transaction no lease can begin.
 */
export async function lastLeaseEnds(tx: Queries, now: number): Promise<number | null> {
  await lockTable(tx, 'instances');
  const { rows } = await sql<{ until: number | null }>`
    select max(expires_at) as until from instances where expires_at > ${timeNow(tx, now)}`.execute(tx);
  return rows[0]?.until ?? null;
}

export interface InstanceRow {
  readonly id: string;
  readonly epoch: number;
  /** All by the database's clock. */
  readonly seen_at: number;
  readonly expires_at: number;
  readonly now: number;
}

/** All that are known, the oldest first. */
export async function listInstances(queries: Queries, now: number): Promise<InstanceRow[]> {
  const { rows } = await sql<InstanceRow>`
    select id, coalesce(epoch, 0) as epoch, seen_at, coalesce(expires_at, 0) as expires_at, ${timeNow(queries, now)} as now
    from instances order by id`.execute(queries);
  return rows;
}

export async function readTime(queries: Queries, now: number): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${timeNow(queries, now)} as now`.execute(queries);
  return Number(rows[0]!.now);
}
