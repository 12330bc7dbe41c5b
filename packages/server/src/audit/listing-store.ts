/**
 * A page of the audit log, as a statement that reads no more entries than it returns, whatever the filters. For each
 * set of filters one index holds them as one key, and the page is a range of that index. On PostgreSQL how an entry
 * ended is in a table of its own, whose indexes give the page of what ended so (db/migrations/audit-log.ts).
 */
import { type AuditFilter, argumentsInvalid, because, momentMs } from '@synapse/contract';
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { byDialect } from '../db/by-dialect.ts';
import type { Queries } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { WorkspaceId } from '../ids.ts';
import type { AuditRow } from './audit-store.ts';
import { NOT_BROWSED } from './browsed-store.ts';
import { NO_MACHINE } from './no-machine.ts';

/** Where a page ends and the next one begins. */
export interface Position {
  readonly created_at: number;
  readonly seq: number;
  readonly workspace_id: string;
}

export interface AuditSelection extends AuditFilter {
  /** Null: of every person, and of no crew. */
  readonly workspaceId: WorkspaceId | null;
  readonly limit: number;
  /** Entries before this one, newest first. */
  readonly before?: Position | undefined;
}

type EntryQuery = SelectQueryBuilder<Schema, 'audit_entries', AuditRow>;

interface Key {
  /** In exactly the words of the index. */
  readonly expression: RawBuilder<string>;
  readonly value: string;
}

type Part = RawBuilder<unknown>;

/** How an entry ended and whether it is of a crew, in the words of an index. */
interface Words {
  readonly outcome: string;
  readonly whose: string;
}

/** From its own columns; a table of outcomes has them as columns. */
const OF_ENTRY: Words = {
  outcome: `case when status = 'done' and exit_code = 0 then '/+/' else '/-/' end`,
  whose: `(case when actor is null then '' else '/crew/' end)`,
};
const OF_OUTCOME: Words = { outcome: 'outcome', whose: 'whose' };
const AFTER_ALL = { created_at: Number.MAX_SAFE_INTEGER, workspace_id: '', seq: 0 };

export async function selectEntries(queries: Queries, wanted: AuditSelection): Promise<AuditRow[]> {
  const rows = await entriesQuery(queries, wanted).execute();
  if (wanted.since === undefined) return rows;
  // What is older is at the end of the page, and nothing newer follows it, so the query need not look for it.
  const from = momentMs(wanted.since);
  return rows.filter(({ created_at }) => created_at >= from);
}

export const entriesQuery = byDialect<[wanted: AuditSelection], EntryQuery>({
  sqlite: (queries, wanted) => {
    const { order, columns, values } = pageOf(wanted);
    let found = queries.selectFrom('audit_entries').selectAll().limit(wanted.limit);
    // What runs or waits has no outcome yet; the first of the two is also what the index goes by.
    if (wanted.success !== undefined) found = found.where(sql<SqlBool>`status <> 'running' and status <> 'pending'`);
    if (wanted.alias !== undefined) found = found.where('alias', 'is not', null);
    return inOrder(within(found, keyOf(wanted, OF_ENTRY), columns, values), order);
  },
  postgres: (queries, wanted) => {
    const { order, columns, values } = pageOf(wanted);
    const key = keyOf(wanted, wanted.success === undefined ? OF_ENTRY : OF_OUTCOME);
    if (wanted.success !== undefined) {
      const outcomes = between(queries.selectFrom('audit_outcomes'), key, columns, values);
      return entriesOf(queries, outcomes, wanted.limit, order);
    }
    // The key already says that there is an alias. Told twice, PostgreSQL would guess how many have none.
    const found = queries.selectFrom('audit_entries').selectAll().limit(wanted.limit);
    return inOrder(between(found, key, columns, values), order);
  },
});

type Order = readonly ('created_at' | 'workspace_id' | 'seq')[];

function pageOf(wanted: AuditSelection): { order: Order; columns: Part; values: Part } {
  const order: Order = wanted.workspaceId === null ? ['created_at', 'workspace_id', 'seq'] : ['created_at', 'seq'];
  const end = endOf(wanted);
  return {
    order,
    columns: sql.join(order.map((column) => sql.ref(column))),
    values: sql.join(order.map((column) => end[column])),
  };
}

function inOrder(query: EntryQuery, order: Order): EntryQuery {
  let ordered = query;
  for (const column of order) ordered = ordered.orderBy(column, 'desc');
  return ordered;
}

function within(found: EntryQuery, { expression, value }: Key, columns: Part, values: Part): EntryQuery {
  return found.where(sql<SqlBool>`${expression} = ${value} and (${columns}) < (${values})`);
}

/**
 * The same condition without an equals sign. PostgreSQL knows that it need not sort by a column that equals something;
 * written like this, only the one index has the order of the page. For a key without statistics it assumes that a ninth
 * of the log lies in the range. So fetching and sorting all of that never looks cheaper than walking the index for a
 * page.
 */
function between<Table extends 'audit_entries' | 'audit_outcomes', Row>(
  found: SelectQueryBuilder<Schema, Table, Row>,
  { expression, value }: Key,
  columns: Part,
  values: Part,
): SelectQueryBuilder<Schema, Table, Row> {
  return found
    .where(sql<SqlBool>`${expression} >= ${value} and (${expression}, ${columns}) < (${value}, ${values})`)
    .orderBy(expression, 'desc');
}

/** The entries of a page of outcomes, each looked up by its number. */
function entriesOf(
  queries: Queries,
  found: SelectQueryBuilder<Schema, 'audit_outcomes', unknown>,
  limit: number,
  order: Order,
): EntryQuery {
  let page = found.select(['workspace_id', 'seq', 'created_at']).limit(limit);
  for (const column of order) page = page.orderBy(column, 'desc');
  let entries = queries
    .selectFrom(page.as('page'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('audit_entries')
          .selectAll()
          .whereRef('audit_entries.workspace_id', '=', 'page.workspace_id')
          .whereRef('audit_entries.seq', '=', 'page.seq')
          .limit(1)
          .as('entry'),
      (join) => join.onTrue(),
    )
    .selectAll('entry');
  for (const column of order) entries = entries.orderBy(`page.${column}`, 'desc');
  return entries as unknown as EntryQuery;
}

/** A user's entries, for the index that has them by time. */
function ofUser(workspaceId: WorkspaceId): Expression<SqlBool> {
  const { expression, value } = keyOf({ workspaceId }, OF_ENTRY);
  return sql<SqlBool>`${expression} = ${value}`;
}

function keyOf({ workspaceId, success, alias, machine }: Partial<AuditSelection>, words: Words): Key {
  const parts: [string, string][] = [];
  if (success !== undefined) parts.push([words.outcome, success ? '/+/' : '/-/']);
  if (alias !== undefined) parts.push([`lower(alias) || '/'`, `${alias.toLowerCase()}/`]);
  if (machine !== undefined) parts.push(['machine', machine]);
  if (typeof workspaceId === 'string') parts.unshift([`workspace_id || '/'`, `${workspaceId}/`]);
  else parts.unshift([words.whose, '']);
  return {
    expression: sql.raw(`(${parts.map(([expression]) => expression).join(' || ')})`),
    value: parts.map(([, value]) => value).join(''),
  };
}

/**
 * The page comes before this: the end of the time span or the last entry of the previous page, whichever is earlier.
 */
function endOf({ until, before }: AuditSelection): Position {
  const span = until === undefined ? AFTER_ALL : { ...AFTER_ALL, created_at: momentMs(until) };
  return before === undefined || span.created_at <= before.created_at ? span : before;
}

/** A day's executions in the database, counted and looked at. */
interface ExecutionCount {
  readonly status: string;
  readonly failed: boolean;
  readonly count: number;
}

export async function countExecutions(
  queries: Queries,
  workspaceId: WorkspaceId,
  since: number,
): Promise<ExecutionCount[]> {
  const rows = await queries
    .selectFrom('audit_entries')
    .select((eb) => ['status', 'exit_code', eb.fn.countAll<number>().as('count')])
    .where(ofUser(workspaceId))
    .where('created_at', '>=', since)
    .where('machine', '<>', NO_MACHINE)
    .where(NOT_BROWSED)
    .groupBy(['status', 'exit_code'])
    .execute();
  return rows.map(({ status, exit_code, count }) => ({
    status,
    failed: status !== 'done' || exit_code !== 0,
    count: Number(count),
  }));
}

/** Commands that ran and failed, newest first. */
export async function failedExecutions(queries: Queries, workspaceId: WorkspaceId, since: number, limit: number) {
  return queries
    .selectFrom('audit_entries')
    .select(['execution_id', 'machine', 'command_template', 'status', 'exit_code', 'created_at'])
    .where(ofUser(workspaceId))
    .where('created_at', '>=', since)
    .where('status', 'not in', ['running', 'pending', 'refused'])
    .where(NOT_BROWSED)
    .where((eb) => eb.or([eb('status', '<>', 'done'), eb('exit_code', '<>', 0)]))
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

/** What the log says is running, by instance. */
interface RunningOf {
  readonly instanceId: string;
  readonly count: number;
  readonly oldestAt: number;
}

export async function runningByInstance(queries: Queries): Promise<RunningOf[]> {
  const rows = await queries
    .selectFrom('audit_entries')
    .select((eb) => ['instance_id', eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    // Spelt out, so that the index of running entries serves it.
    .where('status', '=', sql.lit('running'))
    .groupBy('instance_id')
    .execute();
  return rows.map(({ instance_id, count, oldest }) => ({
    instanceId: instance_id,
    count: Number(count),
    oldestAt: Number(oldest),
  }));
}

/** The cursor of the next page, as the caller gets it. Pure. */
export function writeCursor({ created_at, seq, workspace_id }: Position): string {
  return Buffer.from(`${created_at}.${seq}.${workspace_id}`).toString('base64url');
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
  return { created_at: Number(match[1]), seq, workspace_id: match[3]! };
}
