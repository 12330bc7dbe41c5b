/** Sliding windows: at most `max` events in any span of `windowMs`, counted in the database, exact across processes. */
import type { WindowLimit } from '@synapse/contract';
import { type Selectable, sql } from 'kysely';
import { compileOnce } from '../db/compile-once.ts';
import type { Dialect, Queries } from '../db/database.ts';
import type { WindowHitsTable } from '../db/schema.ts';
import { newId } from '../ids.ts';

/**
 * Counts one event, unless the window is full. Returns 0 when it was counted, else the milliseconds until there is room.
 * Must run in a transaction.
 */
export async function takeFromWindow(
  tx: Queries,
  dialect: Dialect,
  bucket: string,
  limit: WindowLimit,
  now: number,
): Promise<number> {
  await lockBucket(tx, dialect, bucket);
  const wait = await waitForWindow(tx, bucket, limit, now);
  if (wait === 0) await recordHit(tx, bucket, now);
  return wait;
}

/** One event that was counted, by which it can be taken back. */
export type Hit = Readonly<Selectable<WindowHitsTable>>;

/** Counts one event, room or not. */
export async function recordHit(tx: Queries, bucket: string, at: number): Promise<Hit> {
  const hit = { bucket, at, id: newId(at) };
  await insertHit(tx, hit.bucket, hit.at, hit.id);
  return hit;
}

const insertHit = compileOnce((tx: Queries, bucket: string, at: number, id: string) =>
  tx.insertInto('window_hits').values({ bucket, at, id }),
);

export async function forgetHits(queries: Queries, hits: readonly Hit[]): Promise<void> {
  for (const { bucket, at, id } of hits) {
    await queries
      .deleteFrom('window_hits')
      .where('bucket', '=', bucket)
      .where('at', '=', at)
      .where('id', '=', id)
      .execute();
  }
}

/** The milliseconds until the window has room; 0 when it has. Counts nothing. */
export async function waitForWindow(tx: Queries, bucket: string, limit: WindowLimit, now: number): Promise<number> {
  const [blocking] = await blockingHit(tx, bucket, now - limit.windowMs, limit.max - 1);
  return blocking === undefined ? 0 : blocking.at + limit.windowMs - now;
}

/** The event that is `max` events ago: while it is younger than the window, there is no room for another. */
const blockingHit = compileOnce((tx: Queries, bucket: string, after: number, newer: number) =>
  tx
    .selectFrom('window_hits')
    .select('at')
    .where('bucket', '=', bucket)
    .where('at', '>', after)
    .orderBy('at', 'desc')
    .limit(1)
    .offset(newer),
);

/** On PostgreSQL two transactions could both see the last free place; on SQLite there is only one writer. */
export async function lockBucket(tx: Queries, dialect: Dialect, bucket: string): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${bucket}, 0))`.execute(tx);
}

/** Events that no window looks at any more. */
export async function pruneWindows(queries: Queries, olderThan: number): Promise<void> {
  await queries.deleteFrom('window_hits').where('at', '<', olderThan).execute();
}

/** A wait in whole seconds, never too short. */
export function retryAfterSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
