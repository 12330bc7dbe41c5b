/**
 * Finds entries of the audit log by words, origin, token and state. The index of words (migration 035) gives the newest
 * entries that match; the other filters then choose among those, so one search reads a bounded number of entries.
 */
import { type AuditSearch, momentMs } from '@synapse/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect, Queries } from '../db/database.ts';
import { queryWords } from '../search-index/index.ts';
import type { AuditRow } from './audit-store.ts';
import type { AuditSelection } from './listing-store.ts';

/** Older matches are found by more words. */
const MOST_MATCHES = 20_000;

export type SearchSelection = AuditSelection & AuditSearch;

export function isSearch({ q, status, source, token }: AuditSearch): boolean {
  return (q ?? '').trim() !== '' || status !== undefined || source !== undefined || token !== undefined;
}

export async function searchEntries(queries: Queries, dialect: Dialect, wanted: SearchSelection): Promise<AuditRow[]> {
  const match = wordsOf(wanted);
  const found = dialect === 'sqlite' ? newestInSqlite(match) : newestInPostgres(match);
  const { rows } = await sql<AuditRow>`
    select entry.* from (${found}) as match
    join audit_entries as entry on entry.user_id = match.user_id and entry.seq = match.seq
    where ${sql.join(conditions(wanted), sql` and `)}
    order by entry.created_at desc, entry.user_id desc, entry.seq desc
    limit ${wanted.limit}`.execute(queries);
  return rows;
}

interface Words {
  readonly whole: readonly string[];
  /** Found by their beginning. */
  readonly begun: readonly string[];
}

function wordsOf({ q = '', userId, source, token }: SearchSelection): Words {
  const whole = [
    ...(userId === null ? [] : [userId]),
    ...(source === undefined ? [] : [`in0${source}`]),
    ...queryWords(token ?? ''),
  ];
  return { whole, begun: queryWords(q) };
}

/** Words are letters and digits only, so nothing in them can be an operator. */
function newestInSqlite({ whole, begun }: Words): RawBuilder<unknown> {
  const match = [...whole.map((word) => `"${word}"`), ...begun.map((word) => `"${word}"*`)].join(' AND ');
  const where = match === '' ? sql`true` : sql`audit_words match ${match}`;
  return sql`select user_id, seq from audit_words where ${where} order by rowid desc limit ${MOST_MATCHES}`;
}

/** Materialized, because PostgreSQL would otherwise rather walk the whole log by time and look for the words there. */
function newestInPostgres({ whole, begun }: Words): RawBuilder<unknown> {
  const match = [...whole.map((word) => `'${word}'`), ...begun.map((word) => `'${word}':*`)].join(' & ');
  const where = match === '' ? sql`true` : sql`words @@ ${match}::tsquery`;
  return sql`
    with found as materialized (select user_id, seq, created_at from audit_words where ${where})
    select user_id, seq from found order by created_at desc, user_id desc, seq desc limit ${MOST_MATCHES}`;
}

function conditions(wanted: SearchSelection): RawBuilder<SqlBool>[] {
  const { userId, machine, alias, success, status, source, token, since, until, before } = wanted;
  const all: (RawBuilder<SqlBool> | false)[] = [
    sql<SqlBool>`true`,
    userId !== null && sql<SqlBool>`entry.user_id = ${userId}`,
    machine !== undefined && sql<SqlBool>`entry.machine = ${machine}`,
    alias !== undefined && sql<SqlBool>`lower(entry.alias) = ${alias.toLowerCase()}`,
    success !== undefined && sql<SqlBool>`entry.status not in ('running', 'pending')`,
    success === true && sql<SqlBool>`entry.status = 'done' and entry.exit_code = 0`,
    success === false && sql<SqlBool>`not (entry.status = 'done' and coalesce(entry.exit_code, 1) = 0)`,
    status !== undefined && sql<SqlBool>`entry.status = ${status}`,
    source !== undefined && sql<SqlBool>`entry.source = ${source}`,
    token !== undefined && sql<SqlBool>`entry.token_hint = ${token}`,
    since !== undefined && sql<SqlBool>`entry.created_at >= ${momentMs(since)}`,
    until !== undefined && sql<SqlBool>`entry.created_at < ${momentMs(until)}`,
    before !== undefined &&
      sql<SqlBool>`(entry.created_at, entry.user_id, entry.seq)
        < (${before.created_at}, ${before.user_id}, ${before.seq})`,
  ];
  return all.filter((condition) => condition !== false);
}
