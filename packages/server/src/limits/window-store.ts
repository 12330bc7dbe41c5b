/** Sliding windows: at most `max` events in any span of `windowMs`, counted in the database, exact across processes. */
import type { WindowLimit } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import { atCommit } from '../db/at-commit.ts';
import { compileOnce } from '../db/compile-once.ts';
import type { Database, Queries } from '../db/database.ts';
import { lockName } from '../db/locks.ts';
import { addMoment, packWindow, unpackWindow, waitForRoom } from './window.ts';

/** One counted event, so that it can be taken back. */
export interface Hit {
  readonly bucket: string;
  readonly limit: WindowLimit;
  readonly at: number;
}

/** A window as it is, in a transaction that has locked it. */
export interface OpenWindow {
  /** The milliseconds until it has room, 0 if it has. */
  wait(): number;
  /** Counts one event, whether there is room or not; written with the commit. */
  hit(): Hit;
}

export async function openWindow(tx: Queries, bucket: string, limit: WindowLimit, now: Clock): Promise<OpenWindow> {
  const [row] = await selectWindow(tx, bucket);
  const moments = unpackWindow(row?.hits ?? null, limit, now());
  return {
    wait: () => waitForRoom(moments, limit, now()),
    hit: () => {
      const at = addMoment(moments, now());
      atCommit(tx, writeWindow(tx, bucket, moments));
      return { bucket, limit, at };
    },
  };
}

/** Counts one event, whether there is room or not. Must run in a transaction that has locked the window. */
export async function recordHit(tx: Queries, bucket: string, limit: WindowLimit, now: number): Promise<Hit> {
  return (await openWindow(tx, bucket, limit, () => now)).hit();
}

export async function forgetHits(database: Database, hits: readonly Hit[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { bucket, limit, at } of hits) {
      await lockName(tx, bucket);
      const moments = await readWindow(tx, bucket, limit, at);
      const index = moments.indexOf(at);
      if (index >= 0) await writeWindow(tx, bucket, moments.toSpliced(index, 1));
    }
  });
}

/** The milliseconds until the window has room, 0 if it has. Counts nothing. */
export async function waitForWindow(tx: Queries, bucket: string, limit: WindowLimit, now: number): Promise<number> {
  return waitForRoom(await readWindow(tx, bucket, limit, now), limit, now);
}

async function readWindow(tx: Queries, bucket: string, limit: WindowLimit, now: number): Promise<number[]> {
  const [row] = await selectWindow(tx, bucket);
  return unpackWindow(row?.hits ?? null, limit, now);
}

const selectWindow = compileOnce((tx: Queries, bucket: string) =>
  tx.selectFrom('windows').select('hits').where('bucket', '=', bucket),
);

/** Replaces what the window holds. */
export async function writeWindow(tx: Queries, bucket: string, moments: readonly number[]): Promise<void> {
  await upsertWindow(tx, bucket, packWindow(moments), moments.at(-1) ?? 0);
}

const upsertWindow = compileOnce((tx: Queries, bucket: string, hits: Buffer, last_at: number) =>
  tx
    .insertInto('windows')
    .values({ bucket, hits, last_at })
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ hits, last_at })),
);

/** A wait in whole seconds, never too short. */
export function retryAfterSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
