/** The service as a process: the first run, health, metrics, stopping, crashing. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { removeAtEnd } from './left-behind.ts';
import { failToStart, type ServerProcess, startServerProcess } from './server-process.ts';

const cleanups: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const dataDirectory = (): string => {
  const directory = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-process-')));
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};
const start = async (env: Record<string, string>): Promise<ServerProcess> => {
  const server = await startServerProcess(env);
  cleanups.push(() => server.kill('SIGKILL'));
  return server;
};

async function signIn(server: ServerProcess, password: string): Promise<{ session: string; token: string }> {
  const login = await fetch(`${server.url}/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin', password }),
  });
  const { access_token: session } = (await login.json()) as { access_token: string };
  const created = await fetch(`${server.url}/tda/ai/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session}` },
  });
  return { session, token: ((await created.json()) as { token: string }).token };
}

const callTool = (server: ServerProcess, token: string, name: string, args: object = {}) =>
  fetch(`${server.url}/tda/mcp`, {
    method: 'POST',
    headers: { 'x-ai-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });

describe('the first run', () => {
  it('creates the administrator, prints the password once, registers the host, says what to do next [C1-FIRST-RUN]', async () => {
    const dataDir = dataDirectory();
    const first = await start({ SYNAPSE_DATA_DIR: dataDir });
    const password = /password\s+(\S+)/.exec(first.stdout())?.[1];
    expect(password).toMatch(/^(\w{5}-){3}\w{5}$/);
    expect(first.stdout()).toMatch(
      /1\. Open http.*\n.*2\. Generate an AI token.*\n.*3\. Paste the client configuration/,
    );
    expect(first.stderr()).not.toContain(password);
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
    const { token } = await signIn(first, password!);
    const listed = (await (await callTool(first, token, 'synapse_list_machines')).json()) as {
      result: { structuredContent: { machines: object[] } };
    };
    expect(listed.result.structuredContent.machines).toMatchObject([{ slug: 'local', kind: 'local', connected: true }]);
    // The terminal was closed: it stops as on SIGTERM, whatever else programs do then.
    expect(await first.kill('SIGHUP')).toBe(0);
    const second = await start({ SYNAPSE_DATA_DIR: dataDir });
    expect(second.stdout()).not.toContain('password');
    await signIn(second, password!);
  });

  it('registers the host where nobody may use it, and prints the port behind a public address [C1-FIRST-RUN] [C1-ALLOW-LOCAL]', async () => {
    const server = await start({
      SYNAPSE_DATA_DIR: dataDirectory(),
      SYNAPSE_ADMIN_PASSWORD: 'long enough',
      SYNAPSE_PUBLIC_URL: 'https://synapse.example.org',
      SYNAPSE_ALLOW_LOCAL: 'off',
    });
    expect(server.stdout()).toMatch(/listening on http:\/\/127\.0\.0\.1:\d+ as https:\/\/synapse\.example\.org\n/);
    expect(server.stdout()).toContain('1. Open https://synapse.example.org and');
    expect(server.stdout()).toContain('SYNAPSE_ALLOW_LOCAL is off');
    const { token } = await signIn(server, 'long enough');
    const refused = await callTool(server, token, 'synapse_exec', { machine: 'local', command: 'id' });
    expect(await refused.json()).toMatchObject({
      result: { isError: true, _meta: { 'synapse/code': 'local_forbidden' } },
    });
    const logged = await callTool(server, token, 'synapse_list_audit_logs');
    expect(await logged.json()).toMatchObject({
      result: { structuredContent: { entries: [{ machine: 'local', status: 'refused', refusal: 'local_forbidden' }] } },
    });
  });

  it.each([
    [78, { SYNAPSE_PORTT: '1' }, /SYNAPSE_PORTT is not an option; did you mean SYNAPSE_PORT\?/],
    [78, { SYNAPSE_ADMIN_USERNAME: 'not a name' }, /SYNAPSE_ADMIN_USERNAME takes/],
    [1, { SYNAPSE_HOST: 'no-such-host.invalid' }, /no-such-host\.invalid.*SYNAPSE_HOST/],
    [1, { SYNAPSE_HOST: '192.0.2.1' }, /192\.0\.2\.1.*SYNAPSE_HOST/],
    [
      1,
      { SYNAPSE_DATA_DIR: '/proc/synapse/data' },
      /data directory \(SYNAPSE_DATA_DIR\) cannot be used.*\/proc\/synapse/,
    ],
    [1, { SYNAPSE_DATA_DIR: '/dev/null' }, /data directory \(SYNAPSE_DATA_DIR\) cannot be used.*\/dev\/null/],
    [1, { SYNAPSE_DATA_DIR: '/dev/null/data' }, /data directory \(SYNAPSE_DATA_DIR\) cannot be used.*\/dev\/null/],
  ])('ends with %i for %j and says why', async (expected, env, message) => {
    const { code, stderr } = await failToStart({
      SYNAPSE_DATA_DIR: dataDirectory(),
      ...(env as Record<string, string>),
    });
    expect(code).toBe(expected);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain(' at ');
  });

  it('says that the database is damaged, or of a newer version', async () => {
    const dataDir = dataDirectory();
    const file = join(dataDir, 'synapse.db');
    await (await start({ SYNAPSE_DATA_DIR: dataDir })).kill('SIGTERM');
    const database = new SQLite(file);
    database.exec("insert into migrations (name, applied_at) values ('999-tomorrow', 0)");
    database.close();
    const newer = await failToStart({ SYNAPSE_DATA_DIR: dataDir });
    writeFileSync(file, 'not a database at all, but long enough to look at: '.repeat(100));
    const damaged = await failToStart({ SYNAPSE_DATA_DIR: dataDir });
    expect([newer.code, newer.stderr]).toEqual([
      78,
      expect.stringMatching(/newer version of Synapse \(999-tomorrow\)/),
    ]);
    expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringMatching(/damaged.*restore a backup/)]);
    for (const { stderr } of [newer, damaged]) expect(stderr).not.toContain(' at ');
  });

  it('refuses another master key or none, and touches nothing', async () => {
    const dataDir = dataDirectory();
    const server = await start({ SYNAPSE_DATA_DIR: dataDir });
    await server.kill('SIGTERM');
    writeFileSync(join(dataDir, 'master.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
    const before = readFileSync(join(dataDir, 'synapse.db'));
    const { code, stderr } = await failToStart({ SYNAPSE_DATA_DIR: dataDir });
    expect(code).toBe(78);
    expect(stderr).toMatch(/master key/);
    expect(readFileSync(join(dataDir, 'synapse.db')).equals(before)).toBe(true);
    rmSync(join(dataDir, 'master.key'));
    const lost = await failToStart({ SYNAPSE_DATA_DIR: dataDir });
    expect([lost.code, lost.stderr]).toEqual([78, expect.stringMatching(/no master key in .*put it back/)]);
    expect(existsSync(join(dataDir, 'master.key'))).toBe(false);
  });

  it('says which port is taken, and prints the password only once it listens [C1-FIRST-RUN]', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    cleanups.push(() => other.close());
    const { port } = other.address() as { port: number };
    const dataDir = dataDirectory();
    const { code, stdout, stderr } = await failToStart({ SYNAPSE_DATA_DIR: dataDir, SYNAPSE_PORT: String(port) });
    expect(code).toBe(1);
    expect(stderr).toMatch(/EADDRINUSE.*SYNAPSE_PORT/);
    expect(stdout).toBe('');
    const server = await start({ SYNAPSE_DATA_DIR: dataDir });
    const password = /password\s+(\S+)/.exec(server.stdout())?.[1];
    expect((await signIn(server, password!)).token).toMatch(/^dk_ai_/);
  });
});

describe('operations', () => {
  it('answers health and readiness, and metrics to those who may read them [C1-HEALTH] [C1-METRICS]', async () => {
    const server = await start({ SYNAPSE_DATA_DIR: dataDirectory(), SYNAPSE_METRICS_TOKEN: 'let me see' });
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const local = await fetch(`${server.url}/metrics`);
    expect(await local.text()).toContain('synapse_http_request_seconds_bucket');
    const forwarded = { 'x-forwarded-for': '192.0.2.1' };
    expect((await fetch(`${server.url}/metrics`, { headers: forwarded })).status).toBe(404);
    const bearer = { ...forwarded, authorization: 'Bearer let me see' };
    expect((await fetch(`${server.url}/metrics`, { headers: bearer })).status).toBe(200);
    const wrong = { ...forwarded, authorization: 'Bearer let me in' };
    expect((await fetch(`${server.url}/metrics`, { headers: wrong })).status).toBe(404);
  });

  it('stops on SIGTERM: lets a command finish, kills what does not, records both, exits 0 [C1-STOP] [C1-HEALTH]', async () => {
    const dataDir = dataDirectory();
    const env = { SYNAPSE_DATA_DIR: dataDir, SYNAPSE_ADMIN_PASSWORD: 'long enough', SYNAPSE_DRAIN_SECONDS: '10' };
    const server = await start(env);
    const { token } = await signIn(server, 'long enough');
    const marks = ['short', 'long'].map((name) => join(dataDirectory(), name));
    const short = callTool(server, token, 'synapse_exec', {
      machine: 'local',
      command: `touch ${marks[0]}; sleep 1; echo done`,
    });
    const long = callTool(server, token, 'synapse_exec', { machine: 'local', command: `touch ${marks[1]}; sleep 60` });
    await expect.poll(() => marks.every((mark) => existsSync(mark))).toBe(true);
    const ended = server.kill('SIGTERM');
    const ask = async (path: string) => (await fetch(server.url + path)).status;
    await expect.poll(() => ask('/readyz')).toBe(503);
    expect(await ask('/healthz')).toBe(200);
    const more = await callTool(server, token, 'synapse_exec', { machine: 'local', command: 'true' });
    expect(more.status).toBe(503);
    expect(await more.json()).toMatchObject({ error: { data: { code: 'not_ready' } } });
    const finished = (await (await short).json()) as { result: { structuredContent: object } };
    expect(finished.result.structuredContent).toMatchObject({ stdout: 'done\n', exit_code: 0 });
    await long.catch(() => undefined);
    expect(await ended).toBe(0);
    const database = new SQLite(join(dataDir, 'synapse.db'), { readonly: true });
    const rows = database.prepare('select status from audit_entries order by status').all();
    database.close();
    expect(rows).toEqual([{ status: 'done' }, { status: 'interrupted' }]);
  });
});

describe('two on one SQLite file', () => {
  it('are refused, whatever their ports, until the first has ended', async () => {
    const env = { SYNAPSE_DATA_DIR: dataDirectory(), SYNAPSE_ADMIN_PASSWORD: 'long enough' };
    const first = await start(env);
    const second = await failToStart(env);
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toBe(
      `another process serves from ${env.SYNAPSE_DATA_DIR}: stop it first, or name another SYNAPSE_DATA_DIR\n`,
    );
    expect((await signIn(first, 'long enough')).token).toMatch(/^dk_ai_/);
    await first.kill('SIGKILL');
    const third = await start(env);
    expect((await signIn(third, 'long enough')).token).toMatch(/^dk_ai_/);
  });
});

describe('a crash', () => {
  it('leaves every acknowledged call counted and a clean database, ten times over', async () => {
    const env = { SYNAPSE_DATA_DIR: dataDirectory(), SYNAPSE_ADMIN_PASSWORD: 'long enough' };
    let acknowledged = 0;
    let sent = 0;
    // Fewer calls than an address may make in a minute.
    for (let round = 0; round < 10; round++) {
      const server = await start(env);
      const { token } = await signIn(server, 'long enough');
      const goal = acknowledged + 5 + round;
      let killed: Promise<unknown> | undefined;
      const burst = Array.from({ length: 12 }, async () => {
        for (let call = 0; call < 2; call++) {
          sent += 1;
          const answer = await callTool(server, token, 'synapse_list_secrets');
          if (answer.status !== 200 || (await answer.text()).length === 0) continue;
          acknowledged += 1;
          // In the middle of it: when a part of the burst has been answered.
          if (acknowledged === goal) killed = server.kill('SIGKILL');
        }
      });
      await Promise.allSettled(burst);
      expect(killed).toBeDefined();
      await killed;
    }
    const database = new SQLite(join(env.SYNAPSE_DATA_DIR, 'synapse.db'));
    const { used } = database.prepare('select sum(used) as used from daily_calls').get() as { used: number };
    const [check] = database.pragma('integrity_check') as { integrity_check: string }[];
    database.close();
    expect(used).toBeGreaterThanOrEqual(acknowledged);
    expect(used).toBeLessThanOrEqual(sent);
    expect(check?.integrity_check).toBe('ok');
  }, 300_000);

  it('leaves a running command’s entry, which the next start closes as interrupted [C6-WRITE-AHEAD]', async () => {
    const dataDir = dataDirectory();
    const env = { SYNAPSE_DATA_DIR: dataDir, SYNAPSE_ADMIN_PASSWORD: 'long enough' };
    const server = await start(env);
    const { token } = await signIn(server, 'long enough');
    const mark = join(dataDirectory(), 'started');
    void callTool(server, token, 'synapse_exec', { machine: 'local', command: `touch ${mark}; sleep 30` }).catch(
      () => undefined,
    );
    await expect.poll(() => existsSync(mark)).toBe(true);
    const read = () => {
      const database = new SQLite(join(dataDir, 'synapse.db'), { readonly: true });
      const rows = database.prepare('select status, command_template from audit_entries').all();
      database.close();
      return rows;
    };
    await server.kill('SIGKILL');
    expect(read()).toEqual([{ status: 'running', command_template: `touch ${mark}; sleep 30` }]);
    const next = await start(env);
    expect(read()).toMatchObject([{ status: 'interrupted' }]);
    const { session } = await signIn(next, 'long enough');
    const verdict = await fetch(`${next.url}/synapse/audit/verify`, {
      headers: { authorization: `Bearer ${session}` },
    });
    expect(await verdict.json()).toMatchObject({ intact: true, entries: 1 });
    expect(readdirSync(dataDir)).toContain('synapse.db');
  });
});
