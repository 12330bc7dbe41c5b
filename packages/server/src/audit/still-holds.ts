/**
 * Which chains still hold what a checkpoint says of them. Only those are signed on: the furthest mark is the one that
 * counts, so a new one would cover up that the last one no longer fits.
 */
import type { KeyObject } from 'node:crypto';
import type { Database, Queries } from '../db/database.ts';
import { lastCut } from './archive/cut-store.ts';
import { cutSeal, sameBytes } from './chain.ts';
import type { Checkpoint } from './checkpoint-line.ts';

/** Asked for at once. */
const MARKS = 200;

/** Returns the workspaces whose chain differs from the mark, or is shorter. */
export async function brokenSince(
  { queries }: Database,
  sealKey: KeyObject,
  marks: readonly Checkpoint[],
): Promise<Set<string>> {
  const broken = new Set<string>();
  for (let at = 0; at < marks.length; at += MARKS) {
    const some = marks.slice(at, at + MARKS);
    const hashes = await hashesAt(queries, some);
    for (const mark of some) {
      const hash = hashes.get(mark.workspace_id);
      if (hash === mark.hash || (hash === undefined && (await isArchived(queries, sealKey, mark)))) continue;
      broken.add(mark.workspace_id);
    }
  }
  return broken;
}

async function hashesAt(queries: Queries, marks: readonly Checkpoint[]): Promise<Map<string, string>> {
  const rows = await queries
    .selectFrom('audit_entries')
    .select(['workspace_id', 'hash'])
    .where(({ eb, or, and }) =>
      or(marks.map(({ workspace_id, seq }) => and([eb('workspace_id', '=', workspace_id), eb('seq', '=', seq)]))),
    )
    .execute();
  return new Map(rows.map(({ workspace_id, hash }) => [workspace_id, hash.toString('hex')]));
}

async function isArchived(
  queries: Queries,
  sealKey: KeyObject,
  { workspace_id, seq, hash }: Checkpoint,
): Promise<boolean> {
  const cut = await lastCut(queries, workspace_id);
  if (cut === undefined || cut.seq < seq || !sameBytes(cut.seal, cutSeal(sealKey, cut))) return false;
  return cut.seq > seq || cut.hash.toString('hex') === hash;
}
