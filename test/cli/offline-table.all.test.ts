/** Every command that works without the service, in every state in which it may find an installation. */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../packages/cli/src/catalogue.ts';
import { AdminRequest, type AdminVerb } from '../../packages/contract/src/index.ts';
import { createPostgresDatabase } from '../databases.ts';
import { freePort } from '../engines/engines.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';
import { type Cli, createCli, PROGRAM } from './run-cli.ts';

// Each command is a process of its own, which takes time on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

const root = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-table-')));
const passphrase = join(root, 'passphrase');
const template = join(root, 'template');
const archive = join(root, 'full.backup');
const isRoot = process.getuid?.() === 0;

const STATES = [
  'running',
  'stopped',
  'moved away',
  'another database',
  'out of reach',
  'no instance',
  'no rights',
] as const;
type State = (typeof STATES)[number];

const REFUSED = {
  running: /another process serves from .*stop it first/,
  'moved away': /belongs to a PostgreSQL database, but SYNAPSE_DATABASE_URL is not set/,
  'another database': /belongs to its SQLite file, but SYNAPSE_DATABASE_URL names PostgreSQL/,
  'out of reach': /The database is out of reach \(SYNAPSE_DATABASE_URL\): .*ECONNREFUSED|in PostgreSQL already/,
  'no instance': /no instance lives in/,
  'no rights':
    /permission denied; run this as the user of the service, or as root|SYNAPSE_DATA_DIR\) cannot be used: EACCES: permission denied/,
};

interface Row {
  readonly command: string;
  readonly args: (n: number) => string[];
  readonly input?: string;
  /** Runs until it is stopped: 0, if it listened. */
  readonly serves?: boolean;
  /** The exit code in each state, in their order. */
  readonly codes: readonly number[];
}

/** What works beside a running service; what does not; what asks for the state of the database alone. */
const BESIDE = [0, 0, 1, 1, 3, 1, 1];
const ALONE = [1, 0, 1, 1, 3, 1, 1];
const CHECK = [0, 0, 3, 3, 3, 3, 3];

/** Of each request that the command line makes without a service: its rows, or why it has none. */
const TABLE: { readonly [V in AdminVerb]: readonly Row[] | string } = {
  migrate: [
    { command: 'migrate', args: () => ['--check'], codes: CHECK },
    { command: 'migrate', args: () => [], codes: [0, 0, 1, 1, 3, 0, 1] },
  ],
  backup: [
    { command: 'backup', args: (n) => [join(root, `${n}.backup`), '--passphrase-file', passphrase], codes: BESIDE },
  ],
  restore: [
    { command: 'restore', args: () => [archive, '--passphrase-file', passphrase], codes: [1, 1, 1, 1, 1, 0, 1] },
  ],
  'audit-verify': [{ command: 'audit verify', args: () => ['--offline'], codes: BESIDE }],
  'user-list': [{ command: 'user list', args: () => ['--offline'], codes: BESIDE }],
  'user-add': [
    {
      command: 'user add',
      args: () => ['grace', '--password-stdin', '--offline'],
      input: 'a long password',
      codes: BESIDE,
    },
  ],
  'user-set': [{ command: 'user set', args: () => ['ada', '--plan', 'plus', '--offline'], codes: BESIDE }],
  'user-reset': [{ command: 'user reset', args: () => ['ada', '--yes', '--offline'], codes: BESIDE }],
  'user-rm': [
    { command: 'user rm', args: () => ['ada', '--yes', '--offline'], codes: BESIDE },
    { command: 'user rm', args: () => ['ada', '--yes', '--offline', '--erase-commands'], codes: BESIDE },
  ],
  'vault-rotate': [{ command: 'vault rotate', args: () => [], codes: ALONE }],
  'vault-forget': [{ command: 'vault forget', args: () => ['--confirm', 'synapse.example'], codes: ALONE }],
  // It never asks a database that is in PostgreSQL already.
  move: [{ command: 'move', args: () => ['--to', '-'], codes: [1, 0, 1, 1, 1, 1, 1] }],
  // `quickstart` prepares and then serves, as `serve` alone does.
  prepare: [
    { command: 'quickstart', args: () => [], serves: true, codes: [1, 0, 1, 1, 3, 0, 1] },
    { command: 'serve', args: () => [], serves: true, codes: [1, 0, 78, 78, 1, 0, 78] },
  ],
  inspect: 'the doctor reports what it finds instead of refusing: it has a test of its own below',
  'filter-test': 'reads a file of filters, and no installation',
};
const ROWS = Object.values(TABLE).flatMap((rows) => (typeof rows === 'string' ? [] : rows));

it('has a row for every command that works without the service', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(
    AdminRequest.options.map(({ shape }) => shape.verb.value as string).toSorted(),
  );
  const offline = COMMANDS.filter(({ options = [] }) => options.some(({ flags }) => flags === '--offline'));
  expect(offline.length).toBeGreaterThan(4);
  expect(ROWS.map(({ command }) => command)).toEqual(expect.arrayContaining(offline.map(({ path }) => path)));
  for (const { command, codes } of ROWS) {
    expect(COMMANDS.map(({ path }) => path)).toContain(command);
    expect(codes, command).toHaveLength(STATES.length);
  }
});

let service: Service;
let cli: Cli;
beforeAll(async () => {
  cli = createCli();
  writeFileSync(passphrase, 'a passphrase for the table\n', { mode: 0o600 });
  const first = await startService({ SYNAPSE_DATA_DIR: template });
  const token = await first.login();
  await first.call('PUT', '/synapse/secrets/KEPT', { token, body: { value: 'value-of-the-table-0815' } });
  await first.call('POST', '/synapse/exec', { token, body: { machine: 'local', command: 'true' } });
  const account = { username: 'ada', password: 'password of ada', plan: 'pro', role: 'member' };
  await first.call('POST', '/admin/users', { token, body: account });
  await first.stop();
  const args = [archive, '--include-master-key', '--passphrase-file', passphrase, '--data-dir', template];
  expect(await cli.run('backup', args)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await service?.stop();
  cli.remove();
});

/** Names and contents of all files but those that SQLite makes while it looks. */
function contents(dir: string): Record<string, string> {
  if (!existsSync(dir)) return {};
  const names = readdirSync(dir).filter((name) => !/-(?:wal|shm)$|\.lock$/.test(name));
  return Object.fromEntries(names.toSorted().map((name) => [name, readFileSync(join(dir, name), 'latin1')]));
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `weak`: root without its right to pass over the modes of files. */
async function run(
  command: string,
  args: string[],
  env: Record<string, string>,
  input: string,
  weak: boolean,
  serves = false,
): Promise<Ended> {
  const under = weak && isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
  const [program, ...rest] = [...under, process.execPath, PROGRAM, ...command.split(' '), ...args];
  const child = spawn(program!, rest, { env: { ...cli.env, ...env }, cwd: cli.home });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  let [stdout, stderr] = ['', ''];
  let listened = false;
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    if (!serves || listened || !/https?:\/\//.test(stdout)) return;
    listened = true;
    child.kill('SIGTERM');
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code: listened ? 0 : code, stdout, stderr };
}

/** A data directory of its own for each cell, in that state, and the environment to go with it. */
async function place(state: State, name: string): Promise<{ dir: string; env: Record<string, string> }> {
  const dir = join(root, name);
  if (state === 'no instance') return { dir, env: { SYNAPSE_DATA_DIR: dir } };
  cpSync(template, dir, { recursive: true });
  chmodSync(dir, 0o700);
  const env: Record<string, string> = { SYNAPSE_DATA_DIR: dir };
  const record = join(dir, 'instance.json');
  if (state === 'moved away') writeFileSync(record, '{"database":"postgres","id":"elsewhere"}\n');
  if (state === 'another database') env.SYNAPSE_DATABASE_URL = await createPostgresDatabase();
  if (state === 'out of reach') {
    writeFileSync(record, '{"database":"postgres","id":"elsewhere"}\n');
    env.SYNAPSE_DATABASE_URL = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
  }
  return { dir, env };
}

describe.each(STATES)('%s', (state) => {
  const at = STATES.indexOf(state);

  it.each(ROWS.map((row, n) => [`${row.command} ${row.args(0).at(-1) ?? ''}`, row, n] as const))(
    '%s',
    async (_name, row, n) => {
      const { dir, env } = await place(state, `${at}-${n}`);
      if (state === 'running') service = await startService({ SYNAPSE_DATA_DIR: dir });
      if (row.command === 'vault forget' && state === 'stopped') rmSync(join(dir, 'master.key'));
      if (state === 'no rights') chmodSync(dir, 0o000);
      const before = state === 'running' || state === 'no rights' ? {} : contents(dir);
      const input = row.command === 'move' ? await createPostgresDatabase() : (row.input ?? '');
      const settings: Record<string, string> = { ...env, SYNAPSE_PORT: '0' };
      if (row.serves !== true) settings.SYNAPSE_PUBLIC_URL = 'https://synapse.example';
      const ended = await run(row.command, row.args(at * 100 + n), settings, input, state === 'no rights', row.serves);
      if (state === 'no rights') chmodSync(dir, 0o700);
      if (state === 'running') await service.stop();
      expect(ended.code, ended.stderr).toBe(row.codes[at]);
      expect(ended.stderr).not.toMatch(/^ +at /m);
      if (ended.code === 0) return;
      expect(ended.stdout).toBe('');
      // A restore says only that something is there already.
      if (state !== 'stopped' && row.command !== 'restore') expect(ended.stderr).toMatch(REFUSED[state]);
      // What is refused has changed nothing, and made nothing.
      if (state !== 'running' && state !== 'no rights') expect(contents(dir)).toEqual(before);
      else if (state === 'no rights') expect(contents(dir)).toEqual(contents(template));
      expect(existsSync(join(root, `${at * 100 + n}.backup`))).toBe(false);
    },
  );

  it('doctor', async () => {
    const { dir, env } = await place(state, `${at}-doctor`);
    if (state === 'running') service = await startService({ SYNAPSE_DATA_DIR: dir });
    if (state === 'no rights') chmodSync(dir, 0o000);
    const ended = await run('doctor', ['--json', '--url', 'http://127.0.0.1:9'], env, '', state === 'no rights');
    if (state === 'no rights') chmodSync(dir, 0o700);
    if (state === 'running') await service.stop();
    const { findings } = JSON.parse(ended.stdout) as { findings: { check: string; state: string; detail: string }[] };
    const database = findings.find(({ check }) => check === 'database');
    expect(ended.code).toBe(1);
    if (state === 'running' || state === 'stopped') {
      expect(database).toMatchObject({ state: 'ok', detail: expect.stringContaining('sqlite') });
    } else if (state === 'no instance') {
      expect(database).toBeUndefined();
      expect(existsSync(dir)).toBe(false);
    } else {
      expect(database?.state).toBe('failed');
      if (state !== 'no rights') expect(database?.detail).toMatch(REFUSED[state]);
    }
  });
});
