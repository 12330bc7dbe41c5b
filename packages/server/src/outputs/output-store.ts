/** Kept outputs in the database, in sealed parts. */
import { compileInsert } from '../db/compile-once.ts';
import type { Queries } from '../db/database.ts';

export const insertPart = compileInsert('kept_outputs', [
  ...(['execution_id', 'stream', 'part', 'user_id', 'chars', 'sealed', 'expires_at'] as const),
]);

export interface PartSize {
  readonly part: number;
  readonly chars: number;
}

export async function partSizes(queries: Queries, userId: string, id: string, stream: string): Promise<PartSize[]> {
  return queries
    .selectFrom('kept_outputs')
    .select(['part', 'chars'])
    .where('execution_id', '=', id)
    .where('stream', '=', stream)
    .where('user_id', '=', userId)
    .orderBy('part')
    .execute();
}

export async function readPart(
  queries: Queries,
  id: string,
  stream: string,
  part: number,
): Promise<Buffer | undefined> {
  const row = await queries
    .selectFrom('kept_outputs')
    .select('sealed')
    .where('execution_id', '=', id)
    .where('stream', '=', stream)
    .where('part', '=', part)
    .executeTakeFirst();
  return row?.sealed;
}

export async function dropExpired(queries: Queries, now: number): Promise<void> {
  await queries.deleteFrom('kept_outputs').where('expires_at', '<=', now).execute();
}

/** The characters that a user's kept outputs hold. */
export async function keptChars(tx: Queries, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('kept_outputs')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('chars'), eb.val(0)).as('chars'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.chars);
}

export async function dropOldest(tx: Queries, userId: string): Promise<number> {
  const oldest = await tx
    .selectFrom('kept_outputs')
    .select('execution_id')
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return 0;
  const dropped = await tx
    .deleteFrom('kept_outputs')
    .where('user_id', '=', userId)
    .where('execution_id', '=', oldest.execution_id)
    .returning('chars')
    .execute();
  return dropped.reduce((sum, { chars }) => sum + chars, 0);
}
