/** Entries of the audit log whose words are not in its index yet: on SQLite, those of the last second (migration 054). */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import { said } from '../db/migrations/035-audit-words.ts';

export async function areWordsDue(queries: Queries): Promise<boolean> {
  return (await sql`select 1 from audit_words_due limit 1`.execute(queries)).rows.length > 0;
}

/** The oldest first, so that a user's entries are in the index in the order of their time. */
export async function addDueWords(tx: Queries, most: number): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (select id from audit_words_due order by id limit ${most})`.execute(tx);
  const last = rows[0]?.last ?? null;
  if (last === null) return;
  await sql`
    insert into audit_words (words, user_id, seq)
    select ${sql.raw(said('entry'))}, entry.user_id, entry.seq from audit_words_due as due
    join audit_entries as entry on entry.user_id = due.user_id and entry.seq = due.seq
    where due.id <= ${last} order by due.id`.execute(tx);
  await sql`delete from audit_words_due where id <= ${last}`.execute(tx);
}
