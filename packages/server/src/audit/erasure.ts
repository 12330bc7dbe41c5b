/**
 * What is left of an entry whose command was erased, and how it differs from an entry that was tampered with: its
 * chain tells of the erasure, and what is left of it is sealed by a key that is not in the database.
 */
import type { KeyObject } from 'node:crypto';
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import type { AuditRow } from './audit-store.ts';
import { erasedSeal, isSealed, openingHash, sameBytes } from './chain.ts';
import { erasuresOf } from './erasure-store.ts';
import { NO_MACHINE } from './no-machine.ts';

/** Stands where the command was. */
export const ERASED = '[erased]';

/** Entries about no command stay: administration concerns others as well. */
export const isErasable = ({ machine, erased }: AuditRow): boolean => machine !== NO_MACHINE && erased === null;

export function eraseEntry(key: KeyObject, row: AuditRow): AuditRow {
  const left = { ...row, ...NOTHING_SAID };
  return { ...left, erased: erasedSeal(key, left) };
}

const NOTHING_SAID = {
  command_template: ERASED,
  container: null,
  cwd: null,
  alias: null,
  token_hint: null,
  ip: null,
  rule: null,
} as const;

/**
 * How far the commands of a chain were erased. An entry that is not ours erases nothing. `unsealedUpTo`: see
 * `lostKeyMark`.
 */
export async function erasedUpTo(
  queries: Queries,
  key: KeyObject,
  workspaceId: WorkspaceId,
  unsealedUpTo = 0,
): Promise<number> {
  const genuine = (await erasuresOf(queries, workspaceId)).filter(
    (row) => openingHash(row, row.prev_hash).equals(row.hash) && (row.seq <= unsealedUpTo || isSealed(key, row)),
  );
  return Math.max(0, ...genuine.map(({ erases }) => erases ?? 0));
}

export type OpeningProblem = 'changed' | 'erasure_forged';

/** What is wrong with what an entry says of its command. `key`: null where no seal of it can be checked any more. */
export function openingProblem(row: AuditRow, key: KeyObject | null, erasedTo: number): OpeningProblem | null {
  if (row.erased === null) return openingHash(row, row.prev_hash).equals(row.hash) ? null : 'changed';
  const isErased =
    row.seq <= erasedTo &&
    (Object.keys(NOTHING_SAID) as (keyof typeof NOTHING_SAID)[]).every(
      (column) => row[column] === NOTHING_SAID[column],
    );
  return isErased && (key === null || sameBytes(row.erased, erasedSeal(key, row))) ? null : 'erasure_forged';
}
