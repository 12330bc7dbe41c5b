/** `synapse doctor`: reports what is fine as fine, and finds each thing that is wrong, with how to fix it. */
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkDatabase, checkNode } from '../../packages/cli/src/doctor/check-place.ts';
import { tokenFile } from '../../packages/cli/src/session.ts';
import { freePort } from '../engines/engines.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Cli, createCli } from './run-cli.ts';

// Each command is a process of its own, which takes time on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

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

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly detail: string;
  readonly mend: string | null;
}
const signedIn = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: ADMIN_PASSWORD };

async function examine(env: Record<string, string>, args: string[] = []) {
  const { code, json, stderr } = await cli.run('doctor', ['--json', ...args], { env });
  const findings = (json?.findings ?? []) as Finding[];
  return { code, stderr, find: (check: string) => findings.find((one) => one.check.startsWith(check)), findings };
}

describe('all is well', () => {
  it('in the place where the service lives', async () => {
    const { code, findings, find } = await examine({ ...signedIn, SYNAPSE_DATA_DIR: service.dataDir });
    expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(code).toBe(0);
    for (const check of [
      'node',
      'data directory',
      'master key',
      'database',
      'migrations',
      'clock',
      'port',
      'service',
    ]) {
      expect(find(check), check).toMatchObject({ state: 'ok', mend: null });
    }
    const groups = process.getuid?.() === 0 ? 'ok' : find('killing')?.state;
    expect(find('killing')).toMatchObject({ state: groups, detail: expect.stringContaining('control group') });
    for (const check of ['origin', 'proxy', 'streaming', 'machine local']) {
      expect(find(check), check).toMatchObject({ state: 'ok' });
    }
    // Nobody has looked yet, and the doctor does not: that would be an entry of the log.
    expect(find('looking at local')).toMatchObject({
      state: 'skipped',
      detail: expect.stringContaining('synapse look'),
    });
    const token = await service.login();
    const entries = async () =>
      (await service.call<{ entries: unknown[] }>('GET', '/synapse/executions', { token })).body.entries;
    expect(await entries()).toEqual([]);
    await service.call('POST', '/synapse/look', { token, body: { machine: 'local', command: 'true' } });
    const looked = (await examine({ ...signedIn, SYNAPSE_DATA_DIR: service.dataDir })).find;
    const looking = { state: 'ok', detail: expect.stringMatching(/^in (bubblewrap|user-namespaces)$/) };
    if (existsSync('/usr/bin/perl')) expect(looked('looking at local')).toMatchObject(looking);
    expect(await entries()).toHaveLength(1);
  });

  it('in words', async () => {
    const { stdout } = await cli.run('doctor', [], { env: { ...signedIn, SYNAPSE_DATA_DIR: service.dataDir } });
    expect(stdout).toMatch(/^ok +node: 24/m);
    expect(stdout).toMatch(/^ok +machine local: answers/m);
  });
});

describe('what is wrong', () => {
  it('a directory open to others, a key open to others, an option misspelt', async () => {
    const dir = join(cli.home, 'open');
    mkdirSync(dir);
    await cli.run('migrate', ['--data-dir', dir]);
    writeFileSync(join(dir, 'master.key'), 'short\n');
    chmodSync(join(dir, 'master.key'), 0o644);
    chmodSync(dir, 0o755);
    const { code, find } = await examine({ SYNAPSE_DATA_DIR: dir });
    expect(code).toBe(1);
    expect(find('data directory')).toMatchObject({ state: 'failed', mend: `chmod 700 ${dir}` });
    expect(find('master key')).toMatchObject({ state: 'failed' });
    expect(find('master key')!.detail).toContain('open to other users');
    expect((await examine({ SYNAPSE_HOTS: 'x' })).find('configuration')!.detail).toContain(
      'did you mean SYNAPSE_HOST?',
    );
  });

  it('an old Node', () => {
    expect(checkNode('22.18.0')).toMatchObject({ state: 'warning', mend: expect.stringContaining('Node 24') });
    expect(checkNode('24.0.0')).toMatchObject({ state: 'ok' });
  });

  it('a database that does not answer, or is behind', async () => {
    const away = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
    const gone = await examine({ SYNAPSE_DATABASE_URL: away, SYNAPSE_DATA_DIR: join(cli.home, 'gone') });
    expect(gone.code).toBe(1);
    expect(gone.find('database')).toMatchObject({
      state: 'failed',
      mend: expect.stringContaining('SYNAPSE_DATABASE_URL'),
    });
    // How far a database is, `synapse migrate --check` tells in the tests of migrations; here, what is made of it.
    const database = { dialect: 'sqlite', problem: null, unused: false, pending: ['002-more'] } as const;
    const [, behind] = checkDatabase({ database, users: 1 });
    expect(behind).toMatchObject({
      state: 'warning',
      mend: 'synapse migrate',
      detail: expect.stringContaining('002-'),
    });
  });

  it('a port that another program has', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const dir = join(cli.home, 'port');
    await cli.run('migrate', ['--data-dir', dir]);
    const { find } = await examine({ SYNAPSE_DATA_DIR: dir, SYNAPSE_PORT: String(port) });
    await new Promise((done) => other.close(done));
    expect(find('port')).toMatchObject({ state: 'failed', mend: expect.stringContaining('SYNAPSE_PORT') });
    expect((await examine({ SYNAPSE_DATA_DIR: dir, SYNAPSE_PORT: String(port) })).find('port')!.state).toBe('ok');
  });

  it('an agent of another version', async () => {
    const token = await service.login();
    const body = { slug: 'old-agent', kind: 'agent' };
    const made = await service.call<{ enrollment: { code: string } }>('POST', '/synapse/machines', { token, body });
    const args = ['--server', service.url, '--code', made.body.enrollment.code, '--home', join(cli.home, 'agent')];
    const agent = cli.start('agent run', args);
    const connected = async () => (await service.call('GET', '/synapse/machines/old-agent', { token })).body.connected;
    await expect.poll(connected, { timeout: 60_000 }).toBe(true);
    const raw = new SQLite(join(service.dataDir, 'synapse.db'));
    raw.exec(`update agents set version = '0.0.1'`);
    raw.close();
    const { find } = await examine(signedIn);
    agent.kill('SIGTERM');
    await once(agent, 'close');
    await service.call('DELETE', '/synapse/machines/old-agent', { token });
    expect(find('machine old-agent')).toMatchObject({ state: 'ok' });
    expect(find('agent old-agent')).toMatchObject({ state: 'warning', mend: expect.stringContaining('update') });
    expect(find('agent old-agent')!.detail).toContain('0.0.1');
  });

  it('no service, nobody signed in', async () => {
    const away = await examine({}, ['--url', 'http://127.0.0.1:9']);
    expect(away.find('service')).toMatchObject({ state: 'failed', mend: 'synapse serve' });
    expect((await examine({})).find('proxy')).toMatchObject({ state: 'skipped' });
  });

  it('a machine out of reach', async () => {
    const token = await service.login();
    const connection = { host: '127.0.0.1', port: 9, user: 'x', password_secret: 'NONE' };
    await service.call('POST', '/synapse/machines', { token, body: { slug: 'gone', kind: 'ssh', connection } });
    const { code, find } = await examine(signedIn);
    expect(code).toBe(1);
    expect(find('machine gone')).toMatchObject({ state: 'failed', mend: 'synapse machine test gone' });
    // A sandbox would not help.
    expect(find('looking at gone')).toBeUndefined();
    await service.call('DELETE', '/synapse/machines/gone', { token });
  });

  it('nothing of a folder in which no instance lives', async () => {
    const empty = join(cli.home, 'empty');
    mkdirSync(empty, { mode: 0o700 });
    const { find } = await examine({ SYNAPSE_DATA_DIR: empty }, ['--url', 'http://127.0.0.1:9']);
    expect(find('database')).toMatchObject({ state: 'skipped', mend: null });
    expect(find('master key')).toBeUndefined();
  });

  it('a revoked token, wherever a client has it from', async () => {
    const session = await service.login();
    const revoked = await service.newToken(session);
    const good = await service.newToken(session);
    const settings = { XDG_CONFIG_HOME: join(cli.home, 'settings') };
    const saved = tokenFile(settings, service.url);
    mkdirSync(dirname(saved), { recursive: true, mode: 0o700 });
    const cursor = join(cli.home, '.cursor/mcp.json');
    mkdirSync(join(cli.home, '.cursor'), { recursive: true });
    const codex = join(cli.home, '.codex/config.toml');
    mkdirSync(join(cli.home, '.codex'), { recursive: true });
    const url = `${service.url}/tda/mcp`;
    const byVariable = { mcpServers: { synapse: { url, headers: { 'X-AI-Token': '${env:SYNAPSE_TOKEN}' } } } };
    writeFileSync(cursor, JSON.stringify(byVariable), { mode: 0o600 });
    writeFileSync(
      codex,
      `[mcp_servers.synapse]\ncommand = "node"\nargs = ["synapse.js", "mcp", "stdio"]\n[mcp_servers.synapse.env]\nSYNAPSE_URL = "${service.url}"\n`,
    );
    const look = async (variable: string, file: string | null) => {
      rmSync(saved, { force: true });
      if (file !== null) writeFileSync(saved, file, { mode: 0o600 });
      const { find } = await examine({ ...signedIn, ...settings, SYNAPSE_TOKEN: variable });
      return [find('client cursor'), find('client codex')];
    };
    const refused = { state: 'failed', detail: expect.stringContaining('revoked') };
    expect(await look(revoked, revoked)).toMatchObject([
      { ...refused, mend: expect.stringContaining('SYNAPSE_TOKEN') },
      { ...refused, mend: 'synapse token create --save' },
    ]);
    expect(await look(good, good)).toMatchObject([{ state: 'ok' }, { state: 'ok' }]);
    expect(await look('', null)).toMatchObject([
      { state: 'ok', mend: null },
      { state: 'failed', detail: expect.stringContaining('there is none'), mend: 'synapse token create --save' },
    ]);
    for (const file of [cursor, codex]) rmSync(file);
  });

  it('a client’s file with another address or a dead token', async () => {
    const dir = join(cli.home, '.cursor');
    mkdirSync(dir, { recursive: true });
    const file = join(dir, 'mcp.json');
    const write = (url: string, token: string) =>
      writeFileSync(file, JSON.stringify({ mcpServers: { synapse: { url, headers: { 'X-AI-Token': token } } } }), {
        mode: 0o600,
      });
    write('http://elsewhere.example/tda/mcp', '${env:SYNAPSE_TOKEN}');
    chmodSync(file, 0o600);
    expect((await examine(signedIn)).find('client cursor')).toMatchObject({ state: 'warning' });
    write(`${service.url}/tda/mcp`, 'dk_ai_dead');
    expect((await examine(signedIn)).find('client cursor')).toMatchObject({ state: 'failed' });
    chmodSync(file, 0o644);
    expect((await examine(signedIn)).find('client cursor')).toMatchObject({
      state: 'failed',
      mend: `chmod 600 ${file}`,
    });
    chmodSync(file, 0o600);
    write(`${service.url}/tda/mcp`, await service.newToken(await service.login()));
    expect((await examine(signedIn)).find('client cursor')).toMatchObject({ state: 'ok' });
  });
});

describe('behind a proxy', () => {
  /** A proxy that adds the usual headers, and holds back what it is told to. */
  async function startProxy({ buffer = false, date }: { buffer?: boolean; date?: string }) {
    const { port } = new URL(service.url);
    const proxy = createServer((incoming, outgoing) => {
      const headers = { ...incoming.headers, host: `127.0.0.1:${port}`, 'x-forwarded-for': '203.0.113.9' };
      const onward = request({ port, method: incoming.method, path: incoming.url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...(date === undefined ? {} : { date }) });
        if (!buffer) return void answer.pipe(outgoing);
        const held: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => held.push(chunk));
        answer.on('end', () => outgoing.end(Buffer.concat(held)));
      });
      onward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    return {
      url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      stop: async () => {
        proxy.closeAllConnections();
        await new Promise((done) => proxy.close(done));
      },
    };
  }

  it('finds addresses that are not believed, and streams held back', async () => {
    const proxy = await startProxy({ buffer: true });
    const { find, code } = await examine(signedIn, ['--url', proxy.url]);
    await proxy.stop();
    expect(code).toBe(1);
    expect(find('proxy')).toMatchObject({ state: 'failed' });
    expect(find('proxy')!.mend).toContain('SYNAPSE_TRUST_PROXY');
    expect(find('streaming')).toMatchObject({ state: 'failed' });
  });

  it('finds a name that the service does not know, and clocks that differ', async () => {
    const proxy = await startProxy({ date: new Date(Date.now() - 600_000).toUTCString() });
    const { find } = await examine(signedIn, ['--url', proxy.url.replace('127.0.0.1', 'localhost')]);
    await proxy.stop();
    expect(find('clock')).toMatchObject({ state: 'warning', mend: expect.stringContaining('NTP') });
    expect(find('origin')).toMatchObject({ state: 'failed', mend: expect.stringContaining('SYNAPSE_PUBLIC_URL=') });
  });
});
