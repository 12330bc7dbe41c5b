/** Whether the database has room to write: a full disk is no defect, but nothing can be served until there is room again. */
import { randomBytes } from 'node:crypto';
import { Refusal } from '@synapse/contract';
import type { Queries } from './database.ts';

export interface StorageRoom {
  /** False from the first write that found no room until one of some size succeeds. */
  readonly full: boolean;
  /** The refusal for a write that found no room, or the error as it was. */
  refusalFor(error: unknown): unknown;
  made(): void;
}

const RETRY_SECONDS = 10;
/** From SQLite, from PostgreSQL, from the operating system when a file is synced. */
const NO_ROOM = new Set(['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT']);

export function createStorageRoom(): StorageRoom {
  let full = false;
  return {
    get full() {
      return full;
    },
    refusalFor: (error) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!NO_ROOM.has(code)) return error;
      full = true;
      const refusal = new Refusal('storage_full', { retry_after: RETRY_SECONDS });
      refusal.cause = error;
      return refusal;
    },
    made: () => {
      full = false;
    },
  };
}

const TRIAL_BYTES = 64 * 1024;

/** Writes as much as the end of a command with some output would. Nothing reads it, and it is pruned like an old window. */
export async function tryWriting(tx: Queries): Promise<void> {
  const row = { bucket: 'room', hits: randomBytes(TRIAL_BYTES), last_at: 0 };
  await tx
    .insertInto('windows')
    .values(row)
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ hits: row.hits }))
    .execute();
}
