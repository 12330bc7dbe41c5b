/** Whether the archived entries are recorded correctly and still there: walks the records of one chain's cuts. */
import type { KeyObject } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { WorkspaceId } from '../../ids.ts';
import { type ChainPosition, cutSeal, GENESIS, sameBytes } from '../chain.ts';
import { type Archive, ArchiveError, digestOf } from './archive.ts';
import { type CutRow, cutsOf, firstEntry, isErasedCut, lastCut } from './cut-store.ts';

export type CutProblem = 'cut_forged' | 'cut_removed' | 'archive_missing' | 'archive_changed';
/** No damage was found, but nothing here confirms that the archive is whole. */
export type ArchiveUnknown = 'archive_elsewhere' | 'archive_unreachable';

export interface CutReading {
  /** Where the walk through the remaining entries begins. */
  readonly from: ChainPosition;
  /** What the entries that follow the last cut must follow. */
  readonly end: ChainPosition;
  /** How many entries are in the archive. */
  readonly archived: number;
  /** How many entries were there, and were erased. */
  readonly erased: number;
  readonly problems: readonly { readonly seq: number; readonly problem: CutProblem }[];
  readonly unknown: readonly ArchiveUnknown[];
}

export async function verifyCuts(
  { queries }: Database,
  archive: Archive,
  sealKey: KeyObject,
  workspaceId: WorkspaceId,
): Promise<CutReading> {
  const problems: CutReading['problems'][number][] = [];
  const unknown = new Set<ArchiveUnknown>();
  let [end, archived, erased]: [ChainPosition, number, number] = [{ seq: 0, hash: GENESIS }, 0, 0];
  for (const cut of await cutsOf(queries, workspaceId)) {
    const report = (problem: CutProblem) => problems.push({ seq: cut.seq, problem });
    const forged = !sameBytes(cut.seal, cutSeal(sealKey, cut));
    if (forged) report('cut_forged');
    if (cut.first !== end.seq + 1 || !cut.prev_hash.equals(end.hash)) report('cut_removed');
    // A forged record may name any file.
    const kept = forged || isErasedCut(cut) ? null : await isKept(archive, cut);
    if (kept === 'archive_elsewhere' || kept === 'archive_unreachable') unknown.add(kept);
    else if (kept !== null) report(kept);
    if (isErasedCut(cut)) erased += cut.seq - end.seq;
    else archived += cut.seq - end.seq;
    end = { seq: cut.seq, hash: cut.hash };
  }
  // A crash may have left entries that are in the archive already. They must lead to where the cut ends.
  const first = await firstEntry(queries, workspaceId);
  const left = first !== undefined && first.seq <= end.seq;
  const from = left ? { seq: first.seq - 1, hash: first.prev_hash } : end;
  return { from, end, archived, erased, problems, unknown: [...unknown] };
}

/** Whether more of it went to the archive since. */
export async function hasMoved(
  { queries }: Database,
  workspaceId: WorkspaceId,
  { from, end }: CutReading,
): Promise<boolean> {
  const [cut, first] = [await lastCut(queries, workspaceId), await firstEntry(queries, workspaceId)];
  if ((cut?.seq ?? 0) > end.seq) return true;
  // What a cut covers is being removed, from the oldest on.
  return from.seq < end.seq && (first === undefined || first.seq > from.seq + 1);
}

/** Null: it is there, byte by byte. */
async function isKept(archive: Archive, cut: CutRow): Promise<CutProblem | ArchiveUnknown | null> {
  try {
    if (!(await archive.isHere(cut.place))) return 'archive_elsewhere';
    const digest = await digestOf(archive, cut.archive);
    if (digest === null) return 'archive_missing';
    return sameBytes(digest, cut.digest) ? null : 'archive_changed';
  } catch (error) {
    if (error instanceof ArchiveError) return 'archive_unreachable';
    throw error;
  }
}
