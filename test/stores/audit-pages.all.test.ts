/** Every page of the audit log is the right one, and reads no more of the log than it shows, on both databases. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditRow } from '../../packages/server/src/audit/audit-store.ts';
import { type AuditSelection, entriesQuery, selectEntries } from '../../packages/server/src/audit/listing-store.ts';
import type { Database } from '../../packages/server/src/db/database.ts';
import { describeOnBothDatabases } from '../databases.ts';

const ENTRIES = 30_000;
/** Far from the end of a statement's time. */
const STEP = 2_500;
const LIMIT = 51;

/**
 * `gone` was busy once, `busy` is now, `once` came once. One machine always fails and one never does. On a third
 * machine an alias always fails that never fails elsewhere. So each of two filters finds thousands, and both together
 * nothing. Three entries share each moment, every 999th still runs, one was refused.
 */
const fill = (from: number, to: number) => sql`
  insert into audit_entries (workspace_id, seq, id, execution_id, created_at, source, machine, command_template, alias,
    typed_chars, prev_hash, hash, instance_id, status, exit_code)
  with recursive
    numbers(i) as (select ${sql.lit(from)} union all select i + 1 from numbers where i < ${sql.lit(to)}),
    machines as (select i, case i % 4 when 0 then 'fails' when 1 then 'works' else 'mixed' end as machine from numbers)
  select
    case when i = 20000 then 'once' when i % 5 = 4 then 'other' when i < 6000 then 'gone' else 'busy' end,
    i, 'entry' || i, 'run' || i, 1000 + i / 3, 'mcp', machine, 'true',
    case when i % 6 = 1 then 'gst' when i % 6 = 2 then 'GST' end,
    1, '', '', 'test',
    case when i % 999 = 0 then 'running' when i = 12345 then 'refused' else 'done' end,
    case when i % 999 = 0 or i = 12345 then null when i % 4 = 0 or (i % 4 > 1 and i % 6 in (1, 2)) then 1 else 0 end
  from machines`;

const TABLES = ['audit_entries', 'audit_outcomes'];

async function lookAnew({ queries, dialect }: Database): Promise<void> {
  for (const table of dialect === 'sqlite' ? ['audit_entries'] : TABLES) {
    await sql`analyze ${sql.table(table)}`.execute(queries);
  }
}

const moment = (ms: number) => new Date(ms).toISOString();
const users = ['busy', 'gone', 'once', null];
const filters = [undefined, 'fails', 'works', 'mixed', 'nowhere'].flatMap((machine) =>
  [undefined, 'gSt', 'zzz'].flatMap((alias) =>
    [undefined, true, false].map((success) => ({ machine, alias, success })),
  ),
);
const places = [
  {},
  { since: moment(6_000), until: moment(6_100) },
  { since: moment(10_995) },
  { until: moment(1_003) },
  { before: { created_at: 5_000, workspace_id: 'busy', seq: 12_001 } },
  { before: { created_at: 1_000, workspace_id: 'a', seq: 1 }, until: moment(9_000) },
];
const listings: AuditSelection[] = users.flatMap((workspaceId) =>
  filters.flatMap((filter) =>
    places.map((place) => ({ workspaceId, limit: LIMIT, ...filter, ...place }) as AuditSelection),
  ),
);

/** The one index that leads to it: its name contains what the page is filtered by. */
function indexOf({ workspaceId, success, alias, machine }: AuditSelection): string {
  const by = Object.entries({ workspace: workspaceId ?? undefined, outcome: success, alias, machine });
  const names = by.filter(([, value]) => value !== undefined).map(([name]) => name);
  return `audit_by_${names.join('_') || 'time'}`;
}

describeOnBothDatabases('the pages of the audit log', (under) => {
  let database: Database;
  beforeAll(async () => {
    database = under.open();
    if (database.dialect === 'postgres') {
      for (const table of TABLES) {
        await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(database.queries);
      }
    }
    // A log whose beginning says nothing about what comes after it.
    await fill(1, 500).execute(database.queries);
    if (database.dialect === 'postgres') await lookAnew(database);
    for (let from = 501; from <= ENTRIES; from += STEP)
      await fill(from, Math.min(from + STEP - 1, ENTRIES)).execute(database.queries);
  });

  const bounded = async (planned: Planned = 'for its values') => {
    for (const wanted of listings) {
      const plan =
        database.dialect === 'postgres'
          ? await postgresPlan(database, wanted, planned)
          : await sqlitePlan(database, wanted);
      expect(plan, JSON.stringify(wanted)).toEqual({ nodes: `by ${indexOf(wanted)}`, within: true });
    }
  };

  it('are those that a look at every entry finds', async () => {
    const all = await database.queries.selectFrom('audit_entries').selectAll().execute();
    const userOrder = (a: string, b: string) => Number(a > b) - Number(a < b);
    all.sort((a, b) => b.created_at - a.created_at || userOrder(b.workspace_id, a.workspace_id) || b.seq - a.seq);
    const ofFilters = memoized((wanted) => all.filter((row) => passes(row, wanted)));
    let empty = 0;
    for (const wanted of listings) {
      const expected = ofFilters(wanted)
        .filter((row) => isWithin(row, wanted))
        .slice(0, LIMIT);
      const found = await selectEntries(database.queries, wanted);
      expect(
        found.map(({ id }) => id),
        JSON.stringify(wanted),
      ).toEqual(expected.map(({ id }) => id));
      if (expected.length === 0) empty++;
    }
    expect(empty).toBeGreaterThan(200);
    expect(empty).toBeLessThan(listings.length - 200);
  });

  it('are a stretch of one index each, whatever the database last saw of the log', () => bounded());

  describe('after the database had a new look at the log', () => {
    // PostgreSQL plans a statement for its values the first times, and then decides which of the two it goes on with.
    it.each<Planned>(['for its values', 'for all values'])('planned %s', async (planned) => {
      await lookAnew(database);
      await bounded(planned);
    });
  });
});

/** There are few sets of filters, each with many places to begin at. */
function memoized<T>(find: (wanted: AuditSelection) => T): (wanted: AuditSelection) => T {
  const known = new Map<string, T>();
  return (wanted) => {
    const { workspaceId, machine, alias, success } = wanted;
    const key = JSON.stringify([workspaceId, machine, alias, success]);
    const found = known.get(key) ?? find(wanted);
    known.set(key, found);
    return found;
  };
}

function passes(row: AuditRow, { workspaceId, machine, alias, success }: AuditSelection): boolean {
  return (
    (workspaceId === null || row.workspace_id === workspaceId) &&
    (machine === undefined || row.machine === machine) &&
    (alias === undefined || row.alias?.toLowerCase() === alias.toLowerCase()) &&
    (success === undefined || (row.status !== 'running' && success === (row.status === 'done' && row.exit_code === 0)))
  );
}

function isWithin(row: AuditRow, { workspaceId, since, until, before }: AuditSelection): boolean {
  const { created_at, workspace_id, seq } = row;
  if (since !== undefined && created_at < Date.parse(since)) return false;
  if (until !== undefined && created_at >= Date.parse(until)) return false;
  if (before === undefined) return true;
  if (created_at !== before.created_at) return created_at < before.created_at;
  return workspaceId === null && workspace_id !== before.workspace_id
    ? workspace_id < before.workspace_id
    : seq < before.seq;
}

interface Bounds {
  readonly nodes: string;
  /** It stops with the page, and skips no entry. */
  readonly within: boolean;
}

type Planned = 'for its values' | 'for all values';

async function sqlitePlan({ queries }: Database, wanted: AuditSelection): Promise<Bounds> {
  const compiled = entriesQuery(queries, wanted).compile();
  const explain = { ...compiled, sql: `explain query plan ${compiled.sql}` };
  const { rows } = await queries.executeQuery<{ detail: string }>(explain);
  const plan = rows.map(({ detail }) => detail).join('; ');
  const [, index, conditions] = /^SEARCH audit_entries USING INDEX (\w+) \((.*)\)$/.exec(plan) ?? [];
  const order = wanted.workspaceId === null ? '(created_at,workspace_id,seq)<(?,?,?)' : '(created_at,seq)<(?,?)';
  return { nodes: index === undefined ? plan : `by ${index}`, within: conditions === `<expr>=? AND ${order}` };
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

/** What it really did: a page of the table for each entry, and the path through the index. */
async function postgresPlan({ queries }: Database, wanted: AuditSelection, planned: Planned): Promise<Bounds> {
  const { sql: text, parameters } = entriesQuery(queries, wanted).compile();
  const values = sql.join(parameters.map((value) => sql.lit(value)));
  const mode = planned === 'for all values' ? 'force_generic_plan' : 'force_custom_plan';
  const rows = await queries.connection().execute(async (one) => {
    await sql`set plan_cache_mode = ${sql.lit(mode)}`.execute(one);
    await sql.raw(`prepare listing as ${text}`).execute(one);
    const explain = sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
      explain (analyze, buffers, timing off, format json) execute listing(${values})`;
    const { rows } = await explain.execute(one);
    await sql`deallocate listing`.execute(one);
    return rows;
  });
  const scan = pageScan(rows[0]!['QUERY PLAN'][0]!.Plan, wanted);
  const read = scan === null ? 0 : scan['Shared Hit Blocks'] + scan['Shared Read Blocks'];
  return {
    nodes: scan === null ? JSON.stringify(rows) : `by ${scan['Index Name']}`,
    within: (scan?.['Rows Removed by Filter'] ?? 0) === 0 && read <= LIMIT + 20,
  };
}

/** The walk through one index. How entries ended is in a table of its own: there, each of the page is looked up. */
function pageScan(plan: PlanNode, { success }: AuditSelection): PlanNode | null {
  // Of the page alone.
  if (plan['Node Type'] === 'Sort' && success !== undefined)
    return pageScan(plan.Plans![0]!, { limit: LIMIT, workspaceId: null, success });
  const [page, entry, ...more] = plan.Plans ?? [];
  if (success !== undefined && plan['Node Type'] === 'Nested Loop' && page !== undefined && more.length === 0) {
    const one = entry?.['Node Type'] === 'Limit' ? entry.Plans?.[0] : undefined;
    return one?.['Index Name'] === 'audit_entries_pkey' ? pageScan(page, { limit: LIMIT, workspaceId: null }) : null;
  }
  const isScan = /^Index (Only )?Scan$/.test(page?.['Node Type'] ?? '') && page?.Plans === undefined;
  return plan['Node Type'] === 'Limit' && isScan && entry === undefined ? (page ?? null) : null;
}
