/**
 * An audit log as a year of use leaves it, with real hashes: one busy user with most of the entries, one who was busy
 * before and is gone, a hundred others, and one who came once.
 */
import { createSecretKey } from 'node:crypto';
import { type CompiledQuery, sql } from 'kysely';
import type { NewAuditRow } from '../../packages/server/src/audit/audit-store.ts';
import { closingSeal, GENESIS, headSeal, openingHash } from '../../packages/server/src/audit/chain.ts';
import type { Database, Queries } from '../../packages/server/src/db/database.ts';
import { newId, personalWorkspaceId, type WorkspaceId } from '../../packages/server/src/ids.ts';

export const BUSY = personalWorkspaceId('busy0');
export const GONE = personalWorkspaceId('gone0');
export const ONCE = personalWorkspaceId('once0');
export const SEAL_KEY = Buffer.alloc(32, 7);
const SEALING = createSecretKey(SEAL_KEY);

const OTHERS = 100;
const YEAR_MS = 365 * 86_400_000;
/** Rows of one statement: SQLite and PostgreSQL take at most 32,766 and 65,535 values. */
const ROWS = 800;
/** PostgreSQL writes some rows while the hashes of others are computed. */
const CONNECTIONS = 2;

export interface Filled {
  readonly start: number;
  readonly end: number;
}

export async function fillAuditLog(database: Database, entries: number): Promise<Filled> {
  const end = Date.now() - 3600_000;
  const start = end - YEAR_MS;
  // Created again when all entries are there, which takes a tenth of the time.
  const indexes = await dropIndexes(database);
  const insert = database.dialect === 'sqlite' ? createInsert() : insertAsJson;
  const writing = createQueue(database.dialect === 'sqlite' ? 1 : CONNECTIONS);
  const heads = new Map<WorkspaceId, { seq: number; hash: Buffer; created_at: number }>();
  for (let from = 0; from < entries; from += ROWS) {
    const rows: NewAuditRow[] = [];
    for (let index = from; index < Math.min(entries, from + ROWS); index++) {
      const workspaceId = workspaceOf(index, entries);
      const head = heads.get(workspaceId) ?? { seq: 0, hash: GENESIS };
      const row = entry(workspaceId, head.seq + 1, head.hash, start + Math.floor((YEAR_MS * index) / entries), index);
      heads.set(workspaceId, row);
      rows.push(row);
    }
    await writing.add(() => database.transaction((tx) => insert(tx, rows), { durable: false }));
  }
  await writing.end();
  for (const statement of indexes) await sql.raw(statement).execute(database.queries);
  await database.transaction((tx) => writeHeads(tx, heads));
  // PostgreSQL does this by itself after a while; SQLite never does.
  if (database.dialect === 'postgres') await sql`analyze`.execute(database.queries);
  return { start, end };
}

function workspaceOf(index: number, entries: number): WorkspaceId {
  if (index === Math.floor(entries / 2)) return ONCE;
  if (index % 5 === 4) return personalWorkspaceId(`user${Math.floor(index / 5) % OTHERS}`);
  return index < entries * 0.2 ? GONE : BUSY;
}

/** The statements that create them again. */
async function dropIndexes({ dialect, queries }: Database): Promise<string[]> {
  const known =
    dialect === 'sqlite'
      ? sql<{ name: string; made: string }>`
          select name, sql as made from sqlite_master where type = 'index' and tbl_name = 'audit_entries' and sql <> ''`
      : sql<{ name: string; made: string }>`
          select indexname as name, indexdef as made from pg_indexes
          where tablename in ('audit_entries', 'audit_outcomes', 'audit_words')
            and indexdef not like 'CREATE UNIQUE%'`;
  const { rows } = await known.execute(queries);
  const statistics = await (dialect === 'sqlite' ? readStatistics(queries) : readStatisticsTargets(queries));
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(queries);
  return [...rows.map(({ made }) => made), ...statistics];
}

/**
 * What SQLite is told about the log goes with its indexes. Nothing else would write it again.
 */
async function readStatistics(queries: Queries): Promise<string[]> {
  const kept = await sql`select 1 from sqlite_master where name = 'sqlite_stat1'`.execute(queries);
  if (kept.rows.length === 0) return [];
  const { rows } = await sql<{ idx: string; stat: string }>`
    select idx, stat from sqlite_stat1 where tbl = 'audit_entries'`.execute(queries);
  return [
    `delete from sqlite_stat1 where tbl = 'audit_entries'`,
    ...rows.map(({ idx, stat }) => `insert into sqlite_stat1 values ('audit_entries', '${idx}', '${stat}')`),
    'analyze sqlite_master',
  ];
}

/** That PostgreSQL must know nothing about a key is not part of the statement that created the index. */
async function readStatisticsTargets(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string; column: number }>`
    select relname as name, attnum as column from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'i' and relname like 'audit%' and attstattarget = 0`.execute(queries);
  return rows.map(({ name, column }) => `alter index ${name} alter column ${column} set statistics 0`);
}

/** Waits for the oldest piece of work where so many are under way. */
function createQueue(most: number): { add(work: () => Promise<void>): Promise<void>; end(): Promise<void> } {
  const running: Promise<void>[] = [];
  return {
    add: async (work) => {
      running.push(work());
      if (running.length >= most) await running.shift();
    },
    end: async () => void (await Promise.all(running)),
  };
}

/** PostgreSQL reads one JSON text much faster than 28,000 parameters. */
async function insertAsJson(tx: Queries, rows: readonly NewAuditRow[]): Promise<void> {
  const hex = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);
  const json = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, hex(value)])));
  const columns = sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)));
  await sql`insert into audit_entries (${columns})
    select ${columns} from json_populate_recordset(null::audit_entries, ${JSON.stringify(json)}::json)`.execute(tx);
}

/** Compiled for the first batch; the others have as many rows. */
function createInsert(): (tx: Queries, rows: readonly NewAuditRow[]) => Promise<void> {
  const known = new Map<number, CompiledQuery>();
  return async (tx, rows) => {
    const compiled = known.get(rows.length) ?? tx.insertInto('audit_entries').values(rows).compile();
    known.set(rows.length, compiled);
    await tx.executeQuery({ ...compiled, parameters: rows.flatMap((row) => Object.values(row)) });
  };
}

/**
 * Nine in ten succeed. One machine and one alias are hardly ever used, and only in the first days. One machine never
 * fails, one always does, and the aliases are used on neither; on one machine an alias always fails.
 */
function entry(
  workspace_id: WorkspaceId,
  seq: number,
  previous: Buffer,
  created_at: number,
  index: number,
): NewAuditRow {
  const rare = index % 997 === 0 && index < 5_000;
  // Even ones have aliases. Of the odd ones, 1 never fails and 3 always does.
  const failed = index % 8 === 3 || (index % 8 !== 1 && index % 10 === 2) || index % 24 === 12;
  const opening = {
    workspace_id,
    seq,
    id: newId(created_at),
    execution_id: newId(created_at),
    created_at,
    source: 'mcp',
    machine: rare ? 'attic' : `web-${index % 8}`,
    container: null,
    cwd: '/srv/app',
    command_template: `git log -5 --oneline -- src/part${index % 500}/file${index % 37}.ts`,
    alias: rare ? 'old' : index % 6 === 0 ? 'gst' : null,
    typed_chars: 48,
    token_hint: 'dk_ai_…a1b2',
    ip: '192.0.2.17',
    verdict: null,
    rule: null,
    approval_id: null,
    sandbox: null,
    reconciles: null,
    actor: null,
    erases: null,
  };
  const closing = {
    status: 'done',
    exit_code: failed ? 1 : 0,
    refusal: null,
    duration_ms: 20 + (index % 400),
    stdout_bytes: index % 9_000,
    returned_bytes: index % 900,
    filter: 'git-log',
    saved_tokens: index % 800,
    decided_by: null,
  };
  const hash = openingHash(opening, previous);
  const seal = closingSeal(SEALING, hash, closing, 'bench');
  return { ...opening, prev_hash: previous, hash, instance_id: 'bench', ...closing, seal };
}

async function writeHeads(
  tx: Queries,
  heads: ReadonlyMap<WorkspaceId, { seq: number; hash: Buffer; created_at: number }>,
): Promise<void> {
  for (const [workspace_id, { seq, hash, created_at }] of heads) {
    const end = { workspace_id, username: null, seq, hash, created_at };
    await tx
      .insertInto('audit_heads')
      .values({ ...end, seal: headSeal(SEALING, end) })
      .execute();
  }
}
