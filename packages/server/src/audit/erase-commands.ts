/**
 * Erases the texts of a user's commands, once the account is removed. Their entries stay, each with its hash, so the
 * chain holds. An entry of the chain tells of it first, so that an erasure which a crash has cut off is resumed at the next start.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { type Erased, Refusal, type Source } from '@synapse/contract';
import type { Database, Queries } from '../db/database.ts';
import { personalWorkspaceId, type WorkspaceId } from '../ids.ts';
import { type Archive, ArchiveError } from './archive/archive.ts';
import { type CutRow, cutsOf, isErasedCut, storeErasedCut } from './archive/cut-store.ts';
import type { Audit } from './audit.ts';
import { chainPage, findHead, lockChain, nameOf } from './audit-store.ts';
import { cutSeal, GENESIS, sameBytes } from './chain.ts';
import { erasedUpTo, eraseEntry, isErasable } from './erasure.ts';
import { cutOffErasures, type ErasurePosition, removeWords, storeErased } from './erasure-store.ts';

export { removedUsers } from './erasure-store.ts';

export interface Eraser {
  /** Null: without a running service. */
  readonly userId: string | null;
  readonly source: Source;
  readonly ip: string | null;
}

export type EraseCommands = (userId: string, by: Eraser) => Promise<Erased>;

export interface ErasingOptions {
  readonly audit: Pick<Audit, 'note' | 'noteErasure' | 'committed'>;
  readonly archive: Archive;
  readonly sealKey: Buffer;
  /** Other names that were counted for this user. */
  readonly eraseNames: (tx: Queries, workspaceId: WorkspaceId) => Promise<void>;
}

/** Erased at once: a few milliseconds on SQLite, which serves no other query meanwhile. */
const AT_ONCE = 50;

export function createEraseCommands(database: Database, options: ErasingOptions): EraseCommands {
  const { audit, archive, eraseNames } = options;
  const sealKey = createSecretKey(options.sealKey);

  /** Both or neither: the entry in the chain itself, and the one in the log of the administrator. */
  const tell = (workspaceId: WorkspaceId, { userId: eraser, source, ip }: Eraser): Promise<number> =>
    database
      .transaction(async (tx) => {
        const head = await findHead(tx, workspaceId);
        if (head === undefined) throw new Refusal('not_found');
        if ((await nameOf(tx, workspaceId)) !== undefined) throw new Refusal('user_not_removed');
        await eraseNames(tx, workspaceId);
        const by =
          eraser === null ? 'offline' : `by ${(await nameOf(tx, personalWorkspaceId(eraser))) ?? ''} (${eraser})`;
        const erasure = await audit.noteErasure(tx, { workspaceId, source, ip, what: `commands erased ${by}` });
        const what = `commands of ${head.username} (${workspaceId}) erased`;
        const note =
          eraser === null ? [] : [await audit.note(tx, { workspaceId: personalWorkspaceId(eraser), source, ip, what })];
        return [erasure, ...note];
      })
      .then((entries) => {
        for (const entry of entries) audit.committed(entry);
        return entries[0]!.seq;
      });

  return async (userId, by) => {
    const workspaceId = personalWorkspaceId(userId);
    const before = await tell(workspaceId, by);
    const archived = await eraseArchive(database, archive, sealKey, workspaceId);
    const erased = await eraseEntries(database, sealKey, workspaceId, before);
    return { erased: erased + archived.erased, left_in_archive: archived.left };
  };
}

/** Erases what was requested and is still there. Returns how many entries, of whom. */
export async function resumeErasures(
  database: Database,
  { archive, sealKey }: Pick<ErasingOptions, 'archive' | 'sealKey'>,
  stopping: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const key = createSecretKey(sealKey);
  const erased: Record<string, number> = {};
  for (const workspaceId of await cutOffErasures(database.queries)) {
    // Only an erasure that is ours erases anything.
    const upTo = await erasedUpTo(database.queries, key, workspaceId);
    if (upTo === 0 || stopping.aborted) continue;
    const archived = await eraseArchive(database, archive, key, workspaceId);
    const count = archived.erased + (await eraseEntries(database, key, workspaceId, upTo + 1, stopping));
    if (count > 0) erased[workspaceId] = count;
  }
  return erased;
}

async function eraseEntries(
  database: Database,
  key: KeyObject,
  workspaceId: WorkspaceId,
  before: number,
  stopping?: AbortSignal,
): Promise<number> {
  let erased = 0;
  let place: ErasurePosition = { seq: 0, word: 0 };
  for (;;) {
    if (stopping?.aborted === true) return erased;
    const from = place;
    const done = await database.transaction(async (tx) => {
      // One instance at a time: what is erased cannot be erased again.
      await lockChain(tx, workspaceId);
      const page = (await chainPage(tx, workspaceId, from.seq, AT_ONCE)).filter(({ seq }) => seq < before);
      const rows = page.filter(isErasable);
      const word = await removeWords(tx, workspaceId, rows, from);
      for (const row of rows) await storeErased(tx, eraseEntry(key, row));
      return { count: rows.length, last: page.at(-1)?.seq, word };
    });
    erased += done.count;
    if (done.last === undefined) return erased;
    place = { seq: done.last, word: done.word };
    await othersTurn();
  }
}

/** Removes the person's files from the archive. The sealed record of each stays, and says that it was erased. */
async function eraseArchive(
  database: Database,
  archive: Archive,
  key: KeyObject,
  workspaceId: WorkspaceId,
): Promise<{ erased: number; left: number }> {
  let [erased, left] = [0, 0];
  for (const cut of await cutsOf(database.queries, workspaceId)) {
    if (isErasedCut(cut)) continue;
    const entries = cut.seq - cut.first + 1;
    // A record that is not ours may name any file.
    const ours = sameBytes(cut.seal, cutSeal(key, cut));
    if (!ours || !(await discard(archive, cut))) {
      left += entries;
      continue;
    }
    const without = { ...cut, archive: '', digest: GENESIS };
    await database.transaction((tx) => storeErasedCut(tx, { ...without, seal: cutSeal(key, without) }));
    erased += entries;
  }
  return { erased, left };
}

/** False: the file is elsewhere, or out of reach. */
async function discard(archive: Archive, cut: CutRow): Promise<boolean> {
  try {
    if (!(await archive.isHere(cut.place))) return false;
    await archive.discard(cut.archive);
    return true;
  } catch (error) {
    if (error instanceof ArchiveError) return false;
    throw error;
  }
}
