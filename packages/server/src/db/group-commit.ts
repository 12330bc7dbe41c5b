/** Write transactions on SQLite: those that wait at the same moment share one commit. */
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import type { Semaphore } from '../background/semaphore.ts';
import { lastWrites } from './at-commit.ts';
import type { Database, Queries, TransactionOptions } from './database.ts';
import type { Control } from './sqlite-control.ts';
import type { WalSync } from './wal-sync.ts';

/** How long a transaction waits for another process that is writing, without blocking this one. */
const BEGIN_MS = 10_000;
/** One commit serves at most this many waiting transactions, so that the last does not hold up the first. */
const GROUP_MAX = 64;

interface Parts {
  /** Queries of the caller that holds the connection. */
  readonly inside: Queries;
  readonly turn: Semaphore;
  readonly control: Control;
  readonly log: WalSync;
  /** What a failure means. */
  refusalFor(error: unknown): unknown;
  /** Something was written. */
  committed(): void;
}

interface Waiting {
  /** Does the work, and keeps its result until the fate of the group is known. */
  run(tx: Queries): Promise<void>;
  committed(): void;
  failed(error: unknown): void;
  error: unknown;
  readonly durable: boolean;
}

/**
 * Each transaction of a group has a savepoint of its own, except the first: undoing it undoes all there is so far. The
 * commit does not wait for the disk. Callers that need durability are resolved after the next sync, and meanwhile others
 * commit. So a disk that syncs in 2 ms serves hundreds of them in that time instead of one.
 */
export function groupCommit(parts: Parts): Database['transaction'] {
  const waiting: Waiting[] = [];
  let running = false;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) await commitGroup(parts, waiting);
    running = false;
  };

  return <T>(work: (tx: Queries) => Promise<T>, { durable = true }: TransactionOptions = {}): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      let result: T;
      waiting.push({
        run: async (tx) => {
          try {
            result = await work(tx);
          } catch (error) {
            await Promise.allSettled(lastWrites(tx));
            throw error;
          }
          await Promise.all(lastWrites(tx));
        },
        committed: () => resolve(result),
        failed: reject,
        error: undefined,
        durable,
      });
      if (running) return;
      running = true;
      // Calls that arrive at the same moment are read one after the other: one turn of the event loop, and they are there.
      setImmediate(drain);
    });
}

async function commitGroup(parts: Parts, waiting: Waiting[]): Promise<void> {
  const group: Waiting[] = [];
  let groupError: unknown;
  const turn = parts.turn.acquire();
  if (turn !== undefined) await turn;
  try {
    await runGroup(parts, waiting, group);
  } catch (error) {
    // The first failed, or the group could not begin or commit. It was rolled back, and all its callers are rejected.
    groupError = parts.refusalFor(error);
    if (group.length === 0) group.push(...waiting.splice(0, GROUP_MAX));
  } finally {
    parts.turn.release();
  }
  const toSync: Waiting[] = [];
  for (const item of group) {
    const error = item.error ?? groupError;
    if (error !== undefined) item.failed(error);
    else if (item.durable) toSync.push(item);
    else item.committed();
  }
  if (toSync.length > 0) tellWhenSynced(parts, toSync);
}

async function runGroup(
  { inside: tx, control, committed }: Parts,
  waiting: Waiting[],
  group: Waiting[],
): Promise<void> {
  await begin(control);
  try {
    const first = waiting.shift()!;
    group.push(first);
    await first.run(tx);
    while (waiting.length > 0 && group.length < GROUP_MAX) {
      const next = waiting.shift()!;
      group.push(next);
      await runBehindSavepoint(tx, control, next);
    }
    control.commit.run();
    committed();
  } catch (error) {
    // After some failures SQLite has rolled back already.
    if (control.inTransaction()) control.rollback.run();
    throw error;
  }
}

/** IMMEDIATE, because a transaction that reads first and writes later fails if another process wrote in between. */
async function begin(control: Control): Promise<void> {
  for (const deadline = Date.now() + BEGIN_MS; ; await sleep(5 + Math.random() * 20)) {
    try {
      return control.begin();
    } catch (error) {
      const busy = error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!busy || Date.now() > deadline) throw error;
    }
  }
}

async function runBehindSavepoint(tx: Queries, control: Control, item: Waiting): Promise<void> {
  control.savepoint.run();
  try {
    await item.run(tx);
  } catch (error) {
    // A full disk makes SQLite undo all of it: then the others must be told, too.
    if (!control.inTransaction()) throw error;
    item.error = error ?? new Error('transaction failed');
    control.rollbackToSavepoint.run();
  }
  control.release.run();
}

function tellWhenSynced({ log, refusalFor }: Parts, items: readonly Waiting[]): void {
  log.synced().then(
    () => {
      for (const item of items) item.committed();
    },
    (error: unknown) => {
      for (const item of items) item.failed(refusalFor(error));
    },
  );
}
