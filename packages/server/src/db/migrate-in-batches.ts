/**
 * The long part of migrations: rows that have to be filled in, a piece at a time, while everybody is served. Several
 * instances may work on one table, in turn.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Migration } from './migration.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** Rows changed at once: few enough that no other query waits long. */
export const BATCH_ROWS = 500;
/** Between two pieces, so that the database has time for others. */
const REST_MS = 20;

/** `onProgress`: how many rows were changed so far, and whether that was all. */
export async function migrateInBatches(
  database: Database,
  onProgress: (name: string, done: number, ended: boolean) => void,
  signal: AbortSignal,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  for (const { name, batch } of migrations) {
    if (batch === undefined || (await hasEnded(database, name))) continue;
    for (let more = true; more && !signal.aborted; ) {
      const { done, changed } = await doPiece(database, name, batch(database.dialect, BATCH_ROWS));
      more = changed > 0;
      onProgress(name, done, !more);
      await sleep(REST_MS, null, { ref: false });
    }
  }
}

async function hasEnded({ queries }: Database, name: string): Promise<boolean> {
  const row = await queries
    .selectFrom('migration_batches')
    .select('ended_at')
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined && row.ended_at !== null;
}

/** The piece and its count, or neither. */
async function doPiece(
  database: Database,
  name: string,
  statement: string,
): Promise<{ done: number; changed: number }> {
  return database.transaction(async (tx) => {
    // Two that chose the same rows would change them twice.
    if (database.dialect === 'postgres') {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`batch:${name}`}, 0))`.execute(tx);
    }
    const changed = Number((await sql.raw(statement).execute(tx)).numAffectedRows ?? 0n);
    const ended_at = changed === 0 ? Date.now() : null;
    const { done } = await tx
      .insertInto('migration_batches')
      .values({ name, done: changed, ended_at })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({ done: eb('migration_batches.done', '+', changed), ended_at })),
      )
      .returning('done')
      .executeTakeFirstOrThrow();
    return { done: Number(done), changed };
  });
}
