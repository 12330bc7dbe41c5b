/** Which installation, database and account a command is about: never another one than the one that is meant. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { installationEnv, installationEnvIfReadable, settingsFile } from '../../packages/cli/src/installation.ts';
import { readConfig } from '../../packages/server/src/config/read-config.ts';
import { openSqlite } from '../../packages/server/src/db/sqlite.ts';
import { freePort } from '../engines/engines.ts';
import { killAtEnd, removeAtEnd } from '../left-behind.ts';
import { failToStart } from '../server-process.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Cli, createCli } from './run-cli.ts';

vi.setConfig({ testTimeout: 300_000 });
const root = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-installation-')));

describe('the installation of a package', () => {
  const packed = join(root, 'packed');
  const environment = join(root, 'environment');
  const data = join(root, 'data');
  beforeAll(() => {
    mkdirSync(packed);
    writeFileSync(join(packed, 'installation.json'), JSON.stringify({ environment_file: environment, data_dir: data }));
    writeFileSync(environment, '# Settings\nSYNAPSE_PORT=9000\nSYNAPSE_DATABASE_URL="postgres://db/x"\nOTHER=1\n');
  });

  it('is found without a word, and the environment goes before it', () => {
    expect(installationEnv({ HOME: '/h' }, packed)).toEqual({
      HOME: '/h',
      SYNAPSE_DATA_DIR: data,
      SYNAPSE_PORT: '9000',
      SYNAPSE_DATABASE_URL: 'postgres://db/x',
    });
    expect(installationEnv({ SYNAPSE_PORT: '1' }, packed)).toMatchObject({ SYNAPSE_PORT: '1', SYNAPSE_DATA_DIR: data });
    expect(settingsFile({}, packed)).toBe(environment);
  });

  it('is not meant where another data directory is named, or there is no package', () => {
    const named = { SYNAPSE_DATA_DIR: join(root, 'elsewhere') };
    expect(installationEnv(named, packed)).toBe(named);
    expect(settingsFile(named, packed)).toBeNull();
    expect(installationEnv({ SYNAPSE_DATA_DIR: data }, packed)).toMatchObject({ SYNAPSE_PORT: '9000' });
    const none = {};
    expect(installationEnv(none, root)).toBe(none);
  });

  it('is an error for whoever may not read its settings, if they matter', () => {
    const closed = join(root, 'closed');
    mkdirSync(closed);
    // A folder cannot be read as a file by anybody.
    writeFileSync(join(closed, 'installation.json'), JSON.stringify({ environment_file: closed, data_dir: data }));
    expect(() => installationEnv({}, closed)).toThrow(/cannot be read/);
    const env = {};
    expect(installationEnvIfReadable(env, closed)).toBe(env);
  });
});

describe('beside a service', () => {
  let service: Service;
  let cli: Cli;
  beforeAll(async () => {
    service = await startService();
    cli = createCli(service.url);
  });
  afterAll(async () => {
    cli.remove();
    await service.stop();
  });

  it('the account of the environment goes before a saved session', async () => {
    expect(await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD })).toMatchObject({
      code: 0,
    });
    const small = await service.newUser('free');
    const env = { SYNAPSE_USERNAME: small.username, SYNAPSE_PASSWORD: small.password };
    expect((await cli.run('whoami', ['--json'], { env })).json).toMatchObject({ username: small.username });
    const wrong = await cli.run('whoami', ['--json'], { env: { ...env, SYNAPSE_PASSWORD: 'not the password' } });
    expect(wrong).toMatchObject({ code: 4, stdout: '' });
    // A name without a password is nobody's session but its own.
    expect(await cli.run('whoami', [], { env: { SYNAPSE_USERNAME: small.username } })).toMatchObject({ code: 4 });
    expect((await cli.run('whoami', ['--json'])).json).toMatchObject({ username: 'admin' });
    // What ends is the saved session, whoever the environment names.
    expect(await cli.run('logout', [], { env })).toMatchObject({ code: 0 });
    expect(await cli.run('whoami', [])).toMatchObject({ code: 4 });
  });

  it('a user is removed, and the name stays readable in the log', async () => {
    const env = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: ADMIN_PASSWORD, SYNAPSE_DATA_DIR: service.dataDir };
    const leaving = await service.newUser('pro');
    expect(await cli.run('user rm', [leaving.username], { env })).toMatchObject({ code: 2 });
    expect(await cli.run('user rm', [leaving.username, '--yes'], { env })).toMatchObject({ code: 0 });
    expect((await service.call('GET', '/auth/me', { token: leaving.session })).status).toBe(401);
    expect((await cli.run('user rm', ['admin', '--yes', '--offline'], { env })).code).toBe(1);
    expect(await cli.run('audit verify', ['--offline'], { env })).toMatchObject({ code: 0 });
  });

  it('an address is no file to back up to', async () => {
    for (const command of ['backup', 'restore']) {
      const { code, stderr } = await cli.run(command, ['s3://bucket/nightly.backup']);
      expect(code).toBe(2);
      expect(stderr).toContain('a backup is a file on this computer, and s3://bucket/nightly.backup is an address');
    }
  });
});

it('a service ends with the program that started it, however that ends', async () => {
  const cli = createCli();
  const env = { SYNAPSE_PORT: '0', SYNAPSE_DATA_DIR: join(root, 'orphan') };
  const parent: ChildProcess = cli.start('serve', ['--json'], { env });
  killAtEnd(parent);
  let printed = '';
  const url = await new Promise<string>((resolve) => {
    parent.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /"url": "([^"]+)"/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  const answers = () =>
    fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    );
  await expect.poll(answers, { timeout: 45_000 }).toBe(false);
  cli.remove();
});

describe('the database', () => {
  it('keeps what SQLite needs for a moment in memory', async () => {
    const database = openSqlite(join(root, 'temporary.db'));
    const { rows } = await sql<{ temp_store: number }>`pragma temp_store`.execute(database.queries);
    await database.close();
    expect(rows).toEqual([{ temp_store: 2 }]);
  });

  it('doctor knows one of a newer version, and NATS out of reach', async () => {
    const cli = createCli();
    const dir = join(root, 'newer');
    await cli.run('migrate', ['--data-dir', dir]);
    const raw = new SQLite(join(dir, 'synapse.db'));
    raw.exec("insert into migrations (name, applied_at) values ('999-tomorrow', 0)");
    raw.close();
    const env = { SYNAPSE_DATA_DIR: dir, SYNAPSE_NATS_URL: `nats://127.0.0.1:${await freePort()}` };
    const { json } = await cli.run('doctor', ['--json', '--url', 'http://127.0.0.1:9'], { env });
    const find = (name: string) => json.findings.find(({ check }: { check: string }) => check === name);
    expect(find('database')).toMatchObject({ state: 'failed', detail: expect.stringContaining('newer version') });
    expect(find('NATS')).toMatchObject({ state: 'failed', detail: expect.stringContaining('127.0.0.1:') });
    expect(await cli.run('migrate', ['--check', '--data-dir', dir])).toMatchObject({ code: 3 });
    cli.remove();
  });

  it('PostgreSQL: TLS is asked for in words that are understood, or refused', () => {
    const read = (more: string, ca?: string) =>
      readConfig({ SYNAPSE_DATABASE_URL: `postgres://db/x${more}`, ...(ca && { SYNAPSE_DATABASE_CA: ca }) });
    for (const mode of ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full']) {
      expect(read(`?sslmode=${mode}`).databaseUrl).toContain(mode);
    }
    for (const wrong of ['?sslmode=verify', '?sslmode=prefer', '?sslmode=disable&sslmode=require']) {
      expect(() => read(wrong), wrong).toThrow(/SYNAPSE_DATABASE_URL takes sslmode once, as one of disable, no-verify/);
    }
    expect(() => read('', join(root, 'missing.pem'))).toThrow(
      /SYNAPSE_DATABASE_CA takes a file that can be read \(ENOENT\)/,
    );
    expect(() => read('', import.meta.filename.replace('installation', 'run-cli').replace('.test', ''))).toThrow(
      /SYNAPSE_DATABASE_CA takes a file with a certificate in PEM/,
    );
  });

  it('PostgreSQL: a server without TLS is one line, and nothing is made before it answers', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      // What PostgreSQL says to a request for TLS that it does not offer.
      socket.once('data', () => socket.write('N'));
    });
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const { code, stderr } = await failToStart({
      SYNAPSE_DATA_DIR: join(root, 'tls'),
      SYNAPSE_DATABASE_URL: `postgres://x@127.0.0.1:${port}/x?sslmode=require`,
    });
    server.close();
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^PostgreSQL offers no TLS, but sslmode asks for it/),
    ]);
    expect(existsSync(join(root, 'tls', 'master.key'))).toBe(false);
  });
});
