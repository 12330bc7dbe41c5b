/** Cuts in the database, and the removal of what they cover. */
import { type Selectable, sql } from 'kysely';
import { byDialect } from '../../db/by-dialect.ts';
import type { Queries } from '../../db/database.ts';
import { said } from '../../db/migrations/audit-log.ts';
import type { AuditCutsTable } from '../../db/schema.ts';

export type CutRow = Selectable<AuditCutsTable>;

export async function cutsOf(queries: Queries, userId: string): Promise<CutRow[]> {
  return queries.selectFrom('audit_cuts').selectAll().where('user_id', '=', userId).orderBy('seq').execute();
}

export async function lastCut(queries: Queries, userId: string): Promise<CutRow | undefined> {
  return queries
    .selectFrom('audit_cuts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function cutOwners(queries: Queries): Promise<string[]> {
  const rows = await queries.selectFrom('audit_cuts').select('user_id').distinct().orderBy('user_id').execute();
  return rows.map(({ user_id }) => user_id);
}

/** False: another instance has cut this chain meanwhile. */
export async function storeCut(tx: Queries, cut: CutRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('audit_cuts')
    .values(cut)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Its file was removed with the commands of its user. */
export const isErasedCut = ({ archive }: Pick<CutRow, 'archive'>): boolean => archive === '';

export async function storeErasedCut(tx: Queries, { user_id, seq, archive, digest, seal }: CutRow): Promise<void> {
  await tx
    .updateTable('audit_cuts')
    .set({ archive, digest, seal })
    .where('user_id', '=', user_id)
    .where('seq', '=', seq)
    .execute();
}

export interface FirstEntry {
  readonly seq: number;
  readonly prev_hash: Buffer;
  readonly created_at: number;
}

/** The oldest entry that is still in the database. */
export async function firstEntry(queries: Queries, userId: string): Promise<FirstEntry | undefined> {
  return queries
    .selectFrom('audit_entries')
    .select(['seq', 'prev_hash', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
}

/** Removes entries up to this number, with their words: the oldest `most` of them. Returns how many. */
export async function removeOldest(
  tx: Queries,
  { userId, upTo, most }: { userId: string; upTo: number; most: number },
): Promise<number> {
  const first = await firstEntry(tx, userId);
  if (first === undefined || first.seq > upTo) return 0;
  const last = Math.min(upTo, first.seq + most - 1);
  await removeWords(tx, userId, last, most);
  const { numDeletedRows } = await tx
    .deleteFrom('audit_entries')
    .where('user_id', '=', userId)
    .where('seq', '<=', last)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const removeWords = byDialect<[userId: string, last: number, most: number], Promise<void>>({
  sqlite: removeFromIndex,
  postgres: async (tx, userId, last) => {
    await sql`delete from audit_words where user_id = ${userId} and seq <= ${last}`.execute(tx);
  },
});

/**
 * SQLite's index keeps no text, so the words to remove are passed to it again. It finds a user's oldest
 * entries by the word that says whose they are.
 */
async function removeFromIndex(tx: Queries, userId: string, last: number, most: number): Promise<void> {
  const { rows } = await sql<{ id: number; seq: number }>`
    select rowid as id, seq from audit_words where audit_words match ${`"${userId}"`} and user_id = ${userId}
    order by rowid limit ${most}`.execute(tx);
  for (const { id, seq } of rows.filter((row) => row.seq <= last)) {
    await sql`
      insert into audit_words (audit_words, rowid, words, user_id, seq)
      select 'delete', ${id}, ${sql.raw(said('old'))}, old.user_id, old.seq from audit_entries as old
      where old.user_id = ${userId} and old.seq = ${seq}`.execute(tx);
  }
}
