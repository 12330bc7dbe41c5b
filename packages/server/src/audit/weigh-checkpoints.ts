/** Whether the file of checkpoints and the database's record of it agree: what is wrong, and what cannot be known. */
import type { KeyObject } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { fileEndSeal, sameBytes } from './chain.ts';
import type { CheckpointState } from './checkpoints.ts';

export type CheckpointProblem =
  | 'checkpoint_forged'
  | 'checkpoint_removed'
  | 'checkpoints_missing'
  | 'checkpoint_record_changed'
  | 'checkpoint_record_removed';

/** No damage was found, but nothing confirms the newest entries. */
export type Unknown = 'no_checkpoints_here' | 'not_sealed_yet' | 'checkpoints_not_written';

export interface Weighed {
  readonly problems: readonly CheckpointProblem[];
  readonly unknown: readonly Unknown[];
}

export function weighCheckpoints(
  { sizeBefore, records, reading, expected }: CheckpointState,
  sealKey: KeyObject,
  { shared }: Pick<Database, 'shared'>,
): Weighed {
  const problems = new Set<CheckpointProblem>();
  for (const record of records) {
    if (!sameBytes(record.seal, fileEndSeal(sealKey, record))) problems.add('checkpoint_record_changed');
  }
  if (reading === null || reading.end === null) {
    const missing = expected !== null || (!shared && records.length > 0);
    if (missing) problems.add('checkpoints_missing');
    // Other instances have files of their own, of which nothing is known here.
    const unknown: Unknown[] = missing ? [] : [records.length > 0 ? 'no_checkpoints_here' : 'not_sealed_yet'];
    if (reading !== null && reading.forged > 0) problems.add('checkpoint_forged');
    return { problems: [...problems], unknown };
  }
  if (reading.forged > 0) problems.add('checkpoint_forged');
  if (reading.gaps > 0) problems.add('checkpoint_removed');
  const { end } = reading;
  const own = records.find(({ file_id }) => file_id === end.file);
  // A crash may come between the first line and its record.
  if (own === undefined && end.n > 1) problems.add('checkpoint_record_removed');
  if (own !== undefined) {
    if (own.lines > end.n) problems.add('checkpoint_removed');
    else if (reading.hashOf(own.lines) !== own.hash.toString('hex')) problems.add('checkpoint_record_changed');
    // Each line is recorded before the next one is written.
    if (own.lines < reading.within(sizeBefore) - 1) problems.add('checkpoint_record_changed');
  }
  return { problems: [...problems], unknown: [] };
}
