/**
 * A million entries in the audit log: every way of listing them, from the first page to the last, and a walk over the
 * whole chain, on both databases.
 * Usage: node bench/audit.ts [entries] [entries on PostgreSQL]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditQuery } from '@synapse/contract';
import pg from 'pg';
import { createFolderArchive } from '../packages/server/src/audit/archive/folder-archive.ts';
import { type Audit, createAudit } from '../packages/server/src/audit/audit.ts';
import { createCheckpoints } from '../packages/server/src/audit/checkpoints.ts';
import { createKnownEnds } from '../packages/server/src/audit/known-ends.ts';
import { verifyAudit } from '../packages/server/src/audit/verify.ts';
import type { Database } from '../packages/server/src/db/database.ts';
import { migrate } from '../packages/server/src/db/migrate.ts';
import { openDatabase } from '../packages/server/src/db/open.ts';
import { personalWorkspaceId, type WorkspaceId } from '../packages/server/src/ids.ts';
import { startPostgres } from '../test/engines/postgres.ts';
import { BUSY, type Filled, fillAuditLog, GONE, ONCE, SEAL_KEY } from './audit/fill.ts';
import { report } from './figure.ts';
import { quantile, timed } from './times.ts';

const ENTRIES = Number(process.argv[2] ?? 1_000_000);
const POSTGRES_ENTRIES = Number(process.argv[3] ?? 1_000_000);
const ROUNDS = 20;
const TARGET_MS = 20;

/** Filters that each match a hundred thousand entries, and together none. */
const NOTHING_IN_COMMON: readonly [string, Omit<AuditQuery, 'limit'>][] = [
  ['failures where none fails', { machine: 'web-1', success: false }],
  ['successes where all fail', { machine: 'web-3', success: true }],
  ['an alias where it is not used', { machine: 'web-3', alias: 'gst' }],
  ['failures of a rare alias', { alias: 'old', success: false }],
  ['successes of an alias where it fails', { machine: 'web-4', alias: 'gst', success: true }],
];

const fifty = { limit: 50 } as const;

/** Each with the user whose log it is. Null: an admin's view of all users. */
function listings({ start, end }: Filled): [string, WorkspaceId | null, Omit<AuditQuery, 'limit'>][] {
  const at = (share: number) => new Date(start + (end - start) * share).toISOString();
  const [middle, after] = [{ since: at(0.5), until: at(0.6) }, { until: at(0.02) }];
  return [
    ['newest', BUSY, {}],
    ['one machine', BUSY, { machine: 'web-3' }],
    ['a rare machine', BUSY, { machine: 'attic' }],
    ['no such machine', BUSY, { machine: 'nowhere' }],
    ['one alias', BUSY, { alias: 'GST' }],
    ['a rare alias', BUSY, { alias: 'old' }],
    ['successes', BUSY, { success: true }],
    ['failures', BUSY, { success: false }],
    ['a span of time', BUSY, middle],
    ['long ago', BUSY, after],
    ['failures of one machine', BUSY, { machine: 'web-3', success: false }],
    ['failures of a rare machine long ago', BUSY, { machine: 'attic', success: false, ...after }],
    ['one alias on one machine in a span', BUSY, { alias: 'gst', machine: 'web-3', ...middle }],
    ['of someone who is gone', GONE, {}],
    ['of someone who is gone, since then', GONE, { since: at(0.5) }],
    ['of someone who is gone, failures until then', GONE, { success: false, until: at(0.1) }],
    ['of someone who came once', ONCE, {}],
    ['of someone who came once, no such alias', ONCE, { alias: 'zzz' }],
    ['of nobody', personalWorkspaceId('nobody'), { success: true }],
    ['of everybody', null, {}],
    ['of everybody, one machine', null, { machine: 'web-3' }],
    ['of everybody, a rare machine', null, { machine: 'attic' }],
    ['of everybody, no such machine', null, { machine: 'nowhere' }],
    ['of everybody, one alias', null, { alias: 'gst' }],
    ['of everybody, a rare alias', null, { alias: 'old' }],
    ['of everybody, successes', null, { success: true }],
    ['of everybody, failures', null, { success: false }],
    ['of everybody, one alias on one machine', null, { machine: 'web-4', alias: 'gst' }],
    ['of everybody, a span of time', null, middle],
    ['of everybody, failures long ago', null, { success: false, ...after }],
    ...[BUSY, null].flatMap((who) => NOTHING_IN_COMMON.map(([name, query]) => named(name, who, query))),
    ...[BUSY, null].flatMap((who) => NOTHING_IN_COMMON.map(([name, query]) => named(name, who, query, middle))),
  ];
}

function named(
  name: string,
  who: WorkspaceId | null,
  query: Omit<AuditQuery, 'limit'>,
  span?: Pick<AuditQuery, 'since' | 'until'>,
): [string, WorkspaceId | null, Omit<AuditQuery, 'limit'>] {
  return [`${who === null ? 'of everybody, ' : ''}${name}${span ? ', in a span' : ''}`, who, { ...query, ...span }];
}

async function measure(audit: Audit, who: WorkspaceId | null, query: AuditQuery): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(() => audit.list(who, query)));
  return quantile(times, 0.5);
}

/** The page that begins this far from the newest entry. */
async function deepCursor(audit: Audit, who: WorkspaceId | null, { end, start }: Filled): Promise<string> {
  const until = new Date(start + (end - start) * 0.3).toISOString();
  const { next_cursor } = await audit.list(who, { ...fifty, until });
  if (next_cursor === null) throw new Error('too few entries for a deep page');
  return next_cursor;
}

async function bench(database: Database, entries: number): Promise<void> {
  const { dialect } = database;
  await migrate(database);
  const options = { instanceId: 'bench', sealKey: SEAL_KEY, deadAfterMs: 0 };
  const audit = createAudit(database, Date.now, options);
  const filled = await fillAuditLog(database, entries);
  let slowest = 0;
  const show = async (name: string, who: WorkspaceId | null, query: AuditQuery): Promise<void> => {
    const value = await measure(audit, who, query);
    slowest = Math.max(slowest, value);
    process.stdout.write(`  ${name.padEnd(60)} ${value.toFixed(2).padStart(9)} ms${value > TARGET_MS ? '  !' : ''}\n`);
  };
  process.stdout.write(`${entries} entries on ${dialect}, pages of 50, median of ${ROUNDS}\n`);
  for (const [name, who, query] of listings(filled)) await show(name, who, { ...fifty, ...query });
  for (const who of [BUSY, null]) {
    const cursor = await deepCursor(audit, who, filled);
    await show(`deep page${who === null ? ' of everybody' : ''}`, who, { ...fifty, cursor });
    for (const [name, query] of [['failures', { success: false }] as const, ...NOTHING_IN_COMMON]) {
      await show(`deep page: ${name}${who === null ? ' of everybody' : ''}`, who, { ...fifty, ...query, cursor });
    }
    await show(`a page of 200${who === null ? ' of everybody' : ''}`, who, { limit: 200 });
  }
  report({ name: `${dialect}: the slowest listing`, value: slowest, unit: 'ms', atMost: TARGET_MS });

  global.gc?.();
  const before = process.memoryUsage.rss();
  const keys = { auditSeals: SEAL_KEY, auditCheckpoints: SEAL_KEY };
  const checkpoints = createCheckpoints(database, dataDir, keys);
  const started = performance.now();
  const verdict = await verifyAudit(database, {
    keys,
    workspaceId: null,
    checkpoints,
    archive: createFolderArchive(join(dataDir, 'audit-archive'), dataDir),
    ends: createKnownEnds(),
    now: Date.now(),
  });
  const seconds = (performance.now() - started) / 1000;
  if (!verdict.intact) throw new Error(`the chain is not intact: ${JSON.stringify(verdict.findings[0])}`);
  report({ name: `${dialect}: entries verified per second`, value: verdict.entries / seconds, unit: '/s' });
  const grown = (process.memoryUsage.rss() - before) / 2 ** 20;
  report({ name: `${dialect}: memory that verifying took`, value: Math.max(0, grown), unit: 'MiB' });
}

const dataDir = mkdtempSync(join(tmpdir(), 'synapse-bench-'));
const sqlite = openDatabase({ databaseUrl: null, dataDir });
try {
  await bench(sqlite, ENTRIES);
} finally {
  await sqlite.close();
  rmSync(dataDir, { recursive: true, force: true });
}

if (POSTGRES_ENTRIES > 0) {
  const server = await startPostgres();
  try {
    const admin = new pg.Client({ connectionString: `${server.url}/postgres` });
    await admin.connect();
    await admin.query('create database bench');
    await admin.end();
    const postgres = openDatabase({ databaseUrl: `${server.url}/bench`, dataDir });
    await bench(postgres, POSTGRES_ENTRIES).finally(() => postgres.close());
  } finally {
    server.stop();
  }
}
