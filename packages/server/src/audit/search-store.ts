/**
 * Finds entries of the audit log by words, origin, token and state. The index of words gives the newest entries that
 * match; the other filters then choose among those, so one search reads a bounded number of entries. Where
 * there is no word to look for, the newest entries themselves are looked through.
 */
import { type AuditSearch, momentMs } from '@synapse/contract';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { byDialect } from '../db/by-dialect.ts';
import type { Queries } from '../db/database.ts';
import { queryWords } from '../search-index/index.ts';
import type { AuditRow } from './audit-store.ts';
import { type AuditSelection, entriesQuery } from './listing-store.ts';

/** Older matches are found by more words. */
const MOST_MATCHES = 20_000;
const FEW_MATCHES = 500;
/**
 * On PostgreSQL the index of words knows no order: of a word that is in half of the log it would give half of the log. So
 * the newest entries are looked at first, a few, then more if those are likely to fill the page.
 */
const NEWEST = 200;
const MORE = 1_000;

export type SearchSelection = AuditSelection & AuditSearch;

export function isSearch({ q, status, source, token }: AuditSearch): boolean {
  return (q ?? '').trim() !== '' || status !== undefined || source !== undefined || token !== undefined;
}

export async function searchEntries(queries: Queries, wanted: SearchSelection): Promise<AuditRow[]> {
  const match = wordsOf(wanted);
  if (match.begun.length === 0 && wanted.source === undefined && wanted.token === undefined) {
    return chooseAmong(queries, wanted, newestEntries(queries, wanted, MOST_MATCHES));
  }
  return searchWords(queries, match, wanted);
}

const searchWords = byDialect<[match: Words, wanted: SearchSelection], Promise<AuditRow[]>>({
  sqlite: searchInSqlite,
  postgres: searchInPostgres,
});

async function searchInSqlite(queries: Queries, match: Words, wanted: SearchSelection): Promise<AuditRow[]> {
  // The entries of one user are in the index in the order of their time. A few fill most pages.
  const few =
    wanted.workspaceId === null ? [] : await searchMatches(queries, wanted, newestInSqlite(match, FEW_MATCHES));
  return few.length >= wanted.limit ? few : searchMatches(queries, wanted, newestInSqlite(match, MOST_MATCHES));
}

async function searchInPostgres(queries: Queries, match: Words, wanted: SearchSelection): Promise<AuditRow[]> {
  const few = await searchNewest(queries, match, wanted, NEWEST);
  if (few.length >= wanted.limit) return few;
  if (few.length * (MORE / NEWEST) >= wanted.limit) {
    const more = await searchNewest(queries, match, wanted, MORE);
    if (more.length >= wanted.limit) return more;
  }
  return searchMatches(queries, wanted, newestInPostgres(match));
}

function searchMatches(queries: Queries, wanted: SearchSelection, found: RawBuilder<unknown>): Promise<AuditRow[]> {
  // SQLite keeps to the order of a cross join: without it and without statistics, it walks the log instead.
  const entries = sql`select audit_entries.* from (${found}) as match cross join audit_entries
    where audit_entries.workspace_id = match.workspace_id and audit_entries.seq = match.seq`;
  return chooseAmong(queries, wanted, entries);
}

/** What matches among so many entries. They are the newest, so where they fill a page, it is the page. */
function searchNewest(queries: Queries, match: Words, wanted: SearchSelection, newest: number): Promise<AuditRow[]> {
  // The inner limit keeps PostgreSQL from reading the words of the whole log first.
  const entries = sql`
    select newest.* from (${newestEntries(queries, wanted, newest)}) as newest
    cross join lateral (
      select words from audit_words where workspace_id = newest.workspace_id and seq = newest.seq limit 1
    ) as said
    where ${inPostgres(match, sql.ref('said.words'))}`;
  return chooseAmong(queries, wanted, entries);
}

async function chooseAmong(
  queries: Queries,
  wanted: SearchSelection,
  entries: Expression<unknown>,
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select entry.* from (${entries}) as entry
    where ${sql.join(conditions(wanted), sql` and `)}
    order by entry.created_at desc, entry.workspace_id desc, entry.seq desc
    limit ${wanted.limit}`.execute(queries);
  return rows;
}

function newestEntries(queries: Queries, wanted: SearchSelection, most: number) {
  const { workspaceId, until, before, machine, alias, success } = wanted;
  return entriesQuery(queries, { workspaceId, until, before, machine, alias, success, limit: most });
}

interface Words {
  readonly whole: readonly string[];
  /** Found by their beginning. */
  readonly begun: readonly string[];
}

function wordsOf({ q = '', workspaceId, source, token }: SearchSelection): Words {
  const whole = [
    ...(workspaceId === null ? [] : [workspaceId]),
    ...(source === undefined ? [] : [`in0${source}`]),
    ...queryWords(token ?? ''),
  ];
  return { whole, begun: queryWords(q) };
}

/** Words are letters and digits only, so nothing in them can be an operator. */
function newestInSqlite({ whole, begun }: Words, most: number): RawBuilder<unknown> {
  const match = [...whole.map((word) => `"${word}"`), ...begun.map((word) => `"${word}"*`)].join(' AND ');
  const where = match === '' ? sql`true` : sql`audit_words match ${match}`;
  return sql`select workspace_id, seq from audit_words where ${where} order by rowid desc limit ${most}`;
}

function inPostgres({ whole, begun }: Words, words: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const match = [...whole.map((word) => `'${word}'`), ...begun.map((word) => `'${word}':*`)].join(' & ');
  return match === '' ? sql<SqlBool>`true` : sql<SqlBool>`${words} @@ ${match}::tsquery`;
}

/** Materialized, because PostgreSQL would otherwise rather walk the whole log by time and look for the words there. */
function newestInPostgres(match: Words): RawBuilder<unknown> {
  const where = inPostgres(match, sql.ref('words'));
  return sql`
    with found as materialized (select workspace_id, seq, created_at from audit_words where ${where})
    select workspace_id, seq from found order by created_at desc, workspace_id desc, seq desc limit ${MOST_MATCHES}`;
}

function conditions(wanted: SearchSelection): RawBuilder<SqlBool>[] {
  const { workspaceId, machine, alias, success, status, source, token, since, until, before } = wanted;
  const all: (RawBuilder<SqlBool> | false)[] = [
    sql<SqlBool>`true`,
    workspaceId === null ? sql<SqlBool>`entry.actor is null` : sql<SqlBool>`entry.workspace_id = ${workspaceId}`,
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
      sql<SqlBool>`(entry.created_at, entry.workspace_id, entry.seq)
        < (${before.created_at}, ${before.workspace_id}, ${before.seq})`,
  ];
  return all.filter((condition) => condition !== false);
}
