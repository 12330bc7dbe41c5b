/**
 * Moves the oldest entries of one chain to the archive. Nothing is removed that was not read back from there, and
 * nothing of a chain in which something is wrong: moving it away must not hide what was done to it.
 */
import { createHash, type KeyObject } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { newId, type WorkspaceId } from '../../ids.ts';
import { type AuditRow, chainPage } from '../audit-store.ts';
import { type ChainPosition, cutSeal, GENESIS, isSealed, linkProblem, sameBytes } from '../chain.ts';
import type { SigningKeys } from '../checkpoint-line.ts';
import { erasedUpTo, openingProblem } from '../erasure.ts';
import { type Archive, ArchiveError, digestOf } from './archive.ts';
import { type ArchivedSpan, archiveName, endLine, entryLine } from './archive-file.ts';
import { lastCut, removeOldest, storeCut } from './cut-store.ts';

export interface CutServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly archive: Archive;
  readonly sealKey: KeyObject;
  readonly signing: SigningKeys;
}

/** The log is not what was written: its entries stay where they are until a person has looked. */
export class DamagedLog extends Error {
  constructor(workspaceId: WorkspaceId, seq: number) {
    super(`the audit log of ${workspaceId} is damaged at entry ${seq}: nothing of it goes to the archive`);
    this.name = 'DamagedLog';
  }
}

const PAGE = 50;
/** A file stays small enough to be sent in one piece. */
const FILE_MAX = 20_000;
/** Removed at once: a few milliseconds on SQLite, which serves no other query meanwhile. */
const REMOVED_AT_ONCE = 100;
const OPEN = ['running', 'pending'];

/** Entries that are older than this, and closed. Returns how many went. */
export async function cutChain(services: CutServices, workspaceId: WorkspaceId, olderThan: number): Promise<number> {
  const { database, clock, archive, sealKey } = services;
  const before = await lastCut(database.queries, workspaceId);
  if (before !== undefined && !sameBytes(before.seal, cutSeal(sealKey, before)))
    throw new DamagedLog(workspaceId, before.seq);
  const start: ChainPosition = before ?? { seq: 0, hash: GENESIS };
  const place = await archive.place();
  const draft = join(archive.workshop, `audit-archive.${newId()}.partial`);
  try {
    const written = await writeDraft(services, workspaceId, start, olderThan, draft);
    if (written === null) return 0;
    const { span, digest } = written;
    const name = archiveName(span, newId());
    await archive.keep(name, draft);
    // What is not there, byte by byte, is not removed here.
    if (!sameBytes(await digestOf(archive, name), digest)) {
      await archive.discard(name);
      throw new ArchiveError(`${name} did not arrive whole`);
    }
    const cut = { ...span, created_at: clock(), place, archive: name, digest };
    const stored = await database.transaction((tx) => storeCut(tx, { ...cut, seal: cutSeal(sealKey, cut) }));
    if (!stored) {
      await archive.discard(name);
      return 0;
    }
    return span.seq - span.first + 1;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes what a cut covers, also where a crash came before. */
export async function removeCut({ database, sealKey }: CutServices, workspaceId: WorkspaceId): Promise<void> {
  const cut = await lastCut(database.queries, workspaceId);
  if (cut === undefined || !sameBytes(cut.seal, cutSeal(sealKey, cut))) return;
  const batch = { workspaceId, upTo: cut.seq, most: REMOVED_AT_ONCE };
  while ((await database.transaction((tx) => removeOldest(tx, batch))) > 0) await othersTurn();
}

async function writeDraft(
  { database, clock, sealKey, signing }: CutServices,
  workspaceId: WorkspaceId,
  start: ChainPosition,
  olderThan: number,
  draft: string,
): Promise<{ span: ArchivedSpan; digest: Buffer } | null> {
  const lines = createHash('sha256');
  const file = await open(draft, 'wx', 0o600);
  try {
    let previous = start;
    const erasedTo = await erasedUpTo(database.queries, sealKey, workspaceId);
    const done = (row: AuditRow): boolean => row.created_at >= olderThan || OPEN.includes(row.status);
    for (let full = false; !full; ) {
      const page = await chainPage(database.queries, workspaceId, previous.seq, PAGE);
      let text = '';
      for (const row of page) {
        if (isDamaged(row, previous, sealKey, erasedTo)) throw new DamagedLog(workspaceId, row.seq);
        full = done(row) || row.seq - start.seq > FILE_MAX;
        if (full) break;
        text += entryLine(row);
        previous = row;
      }
      lines.update(text);
      await file.writeFile(text);
      if (page.length < PAGE) break;
      await othersTurn();
    }
    if (previous.seq === start.seq) return null;
    const span = {
      workspace_id: workspaceId,
      first: start.seq + 1,
      seq: previous.seq,
      prev_hash: start.hash,
      hash: previous.hash,
    };
    const end = endLine(signing, span, lines.copy().digest('hex'), clock());
    await file.writeFile(end);
    await file.sync();
    return { span, digest: lines.update(end).digest() };
  } finally {
    await file.close();
  }
}

function isDamaged(row: AuditRow, previous: ChainPosition, sealKey: KeyObject, erasedTo: number): boolean {
  const linked = linkProblem(row, previous) === null && openingProblem(row, sealKey, erasedTo) === null;
  return !linked || !isSealed(sealKey, row);
}
