/** Where a page of the log goes on, as it is handed to whoever asked for it. Pure. */
import { argumentsInvalid, because } from '@synapse/contract';
import type { Position } from './listing-store.ts';

export function writeCursor({ created_at, seq, user_id }: Position): string {
  return Buffer.from(`${created_at}.${seq}.${user_id}`).toString('base64url');
}

/**
 * The largest number that the database can hold. A larger one was made up, and PostgreSQL would refuse the whole
 * statement.
 */
const SEQ_MAX = 2 ** 31 - 1;

export function readCursor(cursor: string): Position {
  const match = /^(\d{1,15})\.(\d{1,10})\.([0-9a-z]{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString());
  const seq = Number(match?.[2]);
  if (match === null || seq > SEQ_MAX) {
    throw argumentsInvalid([{ field: 'cursor', problem: because('unknown_cursor') }]);
  }
  return { created_at: Number(match[1]), seq, user_id: match[3]! };
}
