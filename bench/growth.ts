/**
 * What grows with the data, and what must not: the same calls with a longer log, a larger vault and more agents, on both
 * databases. Each row of the tables is one size; the last row must not be much slower than the first where the cost
 * should be flat. Takes some ten minutes.
 *
 * `node bench/growth.ts 1000 10 1` tries one size of each. Without arguments: 1 k to 1 M entries, 10 to 500 secrets, 1 to
 * 200 agents.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../packages/server/src/db/open.ts';
import { type PostgresServer, startPostgres } from '../test/engines/postgres.ts';
import { flat, type Row, table } from './growth/table.ts';
import { withEntries } from './growth/with-entries.ts';
import { withAgents, withSecrets } from './growth/with-service.ts';
import { connectAgents } from './service/bench-agents.ts';
import { buildServer, startBuiltServer } from './service/built-server.ts';

const [ENTRIES, SECRETS, AGENTS] = [
  sizes(2, [1_000, 10_000, 100_000, 1_000_000]),
  sizes(3, [10, 50, 200, 500]),
  sizes(4, [1, 20, 100, 200]),
];
const DIALECTS = ['SQLite', 'PostgreSQL'] as const;
const FLAT_WITH_ENTRIES = [
  'open and close',
  'newest page',
  'of everybody',
  'failures on a machine',
  'search, few',
  'search, many',
  'search, none',
  'open Savings',
];

/** 0: none of them. */
function sizes(argument: number, all: number[]): number[] {
  const given = process.argv[argument];
  return given === undefined ? all : [Number(given)].filter((size) => size > 0);
}

/** An empty one, and what removes it again. */
type NewDatabase = () => Promise<{ readonly databaseUrl: string | null; drop(): Promise<void> }>;

function newDatabases(server: PostgresServer): NewDatabase {
  let made = 0;
  const asAdmin = async (statement: string): Promise<void> => {
    const admin = new pg.Client({ connectionString: `${server.url}/postgres` });
    await admin.connect();
    await admin.query(statement).finally(() => admin.end());
  };
  return async () => {
    const name = `growth_${++made}`;
    await asAdmin(`create database ${name}`);
    return { databaseUrl: `${server.url}/${name}`, drop: () => asAdmin(`drop database ${name}`) };
  };
}

async function growEntries(dialect: string, newDatabase: NewDatabase): Promise<void> {
  const rows: Row[] = [];
  for (const entries of ENTRIES) {
    const { databaseUrl, drop } = await newDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'synapse-bench-growth-'));
    const database = openDatabase({ databaseUrl, dataDir });
    rows.push(await withEntries(database, entries).finally(() => database.close()));
    rmSync(dataDir, { recursive: true, force: true });
    await drop();
  }
  if (rows.length === 0) return;
  table(`Entries in the log, ${dialect}`, rows);
  flat(`entries, ${dialect}`, rows, FLAT_WITH_ENTRIES);
}

async function growService(dialect: string, newDatabase: NewDatabase): Promise<void> {
  const { databaseUrl, drop } = await newDatabase();
  const url: Record<string, string> = databaseUrl === null ? {} : { SYNAPSE_DATABASE_URL: databaseUrl };
  const server = await startBuiltServer({ env: { SYNAPSE_ALLOW_LOCAL: 'all', ...url } });
  const agents = await connectAgents(server);
  try {
    // Its first commands are slower than all others.
    await withSecrets(server, 1);
    const secrets: Row[] = [];
    for (const size of SECRETS) secrets.push(await withSecrets(server, size));
    if (secrets.length > 0) table(`Secrets in the vault, ${dialect}`, secrets);
    if (secrets.length > 0) flat(`secrets, ${dialect}`, secrets, ['true', 'with a secret', 'CPU of each']);
    const rows: Row[] = [];
    for (const size of AGENTS) rows.push(await withAgents(server, agents, size));
    if (rows.length > 0) table(`Agents connected, ${dialect}`, rows);
    if (rows.length > 0) flat(`agents, ${dialect}`, rows, ['list machines', 'true']);
  } finally {
    await agents.stop();
    await server.stop();
  }
  await drop();
}

const postgres = await startPostgres();
try {
  const kinds: Record<(typeof DIALECTS)[number], NewDatabase> = {
    SQLite: async () => ({ databaseUrl: null, drop: async () => undefined }),
    PostgreSQL: newDatabases(postgres),
  };
  for (const dialect of DIALECTS) await growEntries(dialect, kinds[dialect]);
  if (SECRETS.length + AGENTS.length > 0) {
    buildServer();
    for (const dialect of DIALECTS) await growService(dialect, kinds[dialect]);
  }
} finally {
  postgres.stop();
}
