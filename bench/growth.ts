/**
 * What grows with the data, and what must not: the same calls with a longer log, a larger vault and more agents. Each row
 * of the tables is one size; the last row must not be much slower than the first where the cost should be flat.
 *
 * `node bench/growth.ts 1000 10 1` tries one size of each. Without arguments: 1 k to 1 M entries, 10 to 500 secrets, 1 to
 * 200 agents.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAudit } from '../packages/server/src/audit/audit.ts';
import { migrate } from '../packages/server/src/db/migrate.ts';
import { openDatabase } from '../packages/server/src/db/open.ts';
import { createBreakdown } from '../packages/server/src/stats/breakdown.ts';
import { BUSY, fillAuditLog, SEAL_KEY } from './audit/fill.ts';
import { report } from './figure.ts';
import { type BenchAgents, connectAgents } from './service/bench-agents.ts';
import { type BuiltServer, bearer, buildServer, startBuiltServer } from './service/built-server.ts';
import { quantile, timed } from './times.ts';

const [ENTRIES, SECRETS, AGENTS] = [
  sizes(2, [1_000, 10_000, 100_000, 1_000_000]),
  sizes(3, [10, 50, 200, 500]),
  sizes(4, [1, 20, 100, 200]),
];
const ROUNDS = 20;
/** A flat cost may still grow this much: caches, deeper trees, noise. */
const FLAT = 3;

function sizes(argument: number, all: number[]): number[] {
  return process.argv[argument] === undefined ? all : [Number(process.argv[argument])];
}

type Row = Record<string, number>;

async function medianOf(work: () => Promise<unknown>, rounds = ROUNDS): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(work));
  return quantile(times, 0.5);
}

/** The calls of a user with so many entries in the log: SQLite, without the service around it. */
async function withEntries(entries: number): Promise<Row> {
  const dataDir = mkdtempSync(join(tmpdir(), 'synapse-bench-growth-'));
  const database = openDatabase({ databaseUrl: null, dataDir });
  try {
    await migrate(database);
    await fillAuditLog(database, entries);
    const audit = createAudit(database, Date.now, { instanceId: 'bench', sealKey: SEAL_KEY, deadAfterMs: 0 });
    const breakdown = createBreakdown(database, Date.now, { waitMs: 3_600_000, keepMs: 0, atOnce: 1 });
    const subject = {
      ...({ userId: BUSY, source: 'rest', machine: 'web-1', container: null, cwd: null, alias: null } as const),
      ...{ commandTemplate: 'uptime', typedChars: 6, tokenHint: null, ip: null },
    };
    const openAndClose = () =>
      database.transaction(async (tx) => {
        const entry = await audit.open(tx, subject);
        await audit.close(tx, entry, { status: 'done', exitCode: 0, durationMs: 1 });
      });
    const first = await timed(() => breakdown(BUSY, { days: 30 }));
    return {
      entries,
      'open and close': await medianOf(openAndClose),
      'newest page': await medianOf(() => audit.list(BUSY, { limit: 50 })),
      search: await medianOf(() => audit.list(BUSY, { limit: 50, q: 'uptime' })),
      'breakdown, first': first,
      'breakdown, again': await medianOf(() => breakdown(BUSY, { days: 30 })),
    };
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A command on the service's own host, for a user with so many secrets. */
async function withSecrets(server: BuiltServer, secrets: number): Promise<Row> {
  const { session, token } = await server.newUser('pro');
  for (let each = 0; each < secrets; each++) {
    const body = { value: `value-${each}-${'x'.repeat(24)}${each}` };
    await server.call('PUT', `/synapse/secrets/NAME_${each}`, { headers: bearer(session), json: body });
  }
  await server.call('POST', '/synapse/machines', {
    headers: bearer(session),
    json: { slug: 'here', kind: 'local' },
  });
  const exec = (command: string) => server.tool(token, 'synapse_exec', { machine: 'here', command });
  await exec('true');
  const cpu = server.cpuMs();
  return {
    secrets,
    true: await medianOf(() => exec('true'), 12),
    'with a secret': await medianOf(() => exec('printf %s {{NAME_0}}'), 12),
    'CPU of each': (server.cpuMs() - cpu) / 24,
    'memory, MiB': server.memory().now,
  };
}

/** A cheap call and a command on one agent, while so many are connected. */
async function withAgents(server: BuiltServer, agents: BenchAgents, count: number): Promise<Row> {
  const first = await agents.connectUpTo(count);
  const list = () => server.call('GET', '/synapse/machines', { headers: bearer(first.session) });
  const run = () =>
    server.call('POST', '/synapse/exec', {
      headers: bearer(first.session),
      json: { machine: first.machine, command: 'true', cwd: '/' },
    });
  await run();
  return {
    agents: count,
    'list machines': await medianOf(list),
    true: await medianOf(run, 20),
    'memory, MiB': server.memory().now,
  };
}

function table(title: string, rows: readonly Row[]): void {
  process.stdout.write(`\n${title}, milliseconds\n`);
  const names = Object.keys(rows[0]!);
  process.stdout.write(`${names.map((name) => name.padStart(18)).join('')}\n`);
  for (const row of rows) {
    const cells = Object.values(row).map((value, at) => (at === 0 ? String(value) : value.toFixed(2)).padStart(18));
    process.stdout.write(`${cells.join('')}\n`);
  }
}

function flat(what: string, rows: readonly Row[], column: string): void {
  const [first, last] = [rows[0]![column]!, rows.at(-1)![column]!];
  report({ name: `${what}: ${column}, largest / smallest`, value: last / first, unit: '×', atMost: FLAT });
}

const entries: Row[] = [];
for (const size of ENTRIES) entries.push(await withEntries(size));
table('Entries in the log', entries);
for (const column of ['open and close', 'newest page', 'breakdown, again']) flat('entries', entries, column);

buildServer();
const server = await startBuiltServer({ env: { SYNAPSE_ALLOW_LOCAL: 'all' } });
try {
  const secrets: Row[] = [];
  for (const size of SECRETS) secrets.push(await withSecrets(server, size));
  table('Secrets in the vault', secrets);
  flat('secrets', secrets, 'true');
  const agents = await connectAgents(server);
  try {
    const rows: Row[] = [];
    for (const size of AGENTS) rows.push(await withAgents(server, agents, size));
    table('Agents connected', rows);
    flat('agents', rows, 'true');
  } finally {
    await agents.stop();
  }
} finally {
  await server.stop();
}
