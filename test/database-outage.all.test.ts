/** PostgreSQL goes away and comes back: the service says so, answers nothing wrong, and forgets nothing. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Queries } from '../packages/server/src/db/database.ts';
import { openPostgres } from '../packages/server/src/db/postgres.ts';
import { startLinkProxy } from './agents/link-proxy.ts';
import { createPostgresDatabase } from './databases.ts';
import { type PostgresServer, startPostgres } from './engines/postgres.ts';
import { isGone } from './engines/supervise.ts';
import { startInstance } from './instance.ts';
import { removeAtEnd } from './left-behind.ts';
import { failToStart } from './server-process.ts';
import { type Service, startService } from './service.ts';

let server: PostgresServer;
let service: Service;
let env: Record<string, string>;
let session: string;
let token: string;
beforeAll(async () => {
  server = await startPostgres();
  env = { SYNAPSE_DATABASE_URL: await createPostgresDatabase(server.url), SYNAPSE_INSTANCE_DEAD_SECONDS: '30' };
  service = await startService(env);
  session = await service.login();
  token = await service.newToken(session);
});
afterAll(async () => {
  await service?.stop();
  server?.stop();
});

const isReady = () => expect.poll(async () => (await service.call('GET', '/readyz')).status).toBe(200);
const entries = async () => (await service.tool(token, 'synapse_list_audit_logs')).result.entries;

it('answers 503 while it is away, runs nothing, and records what had been running once it is back', async () => {
  const run = (command: string) => service.tool(token, 'synapse_exec', { machine: 'local', command });
  await run('true');
  const [meanwhile, after] = [join(service.scratch, 'meanwhile'), join(service.scratch, 'after')];
  const runUntil = (file: string) => run(`until [ -e ${file} ]; do sleep 0.1; done; echo ended`);
  const [ending, staying] = [runUntil(meanwhile), runUntil(after)];
  const statuses = async () => (await entries()).map(({ status }: { status: string }) => status);
  await expect.poll(statuses).toEqual(['running', 'running', 'done']);
  server.pause();

  const ready = await service.call('GET', '/readyz');
  expect([ready.status, ready.body]).toEqual([503, { status: 'unavailable', reason: 'database' }]);
  expect((await service.call('GET', '/healthz')).status).toBe(200);
  const calls = await Promise.all([
    service.call('GET', '/auth/me', { token: session }),
    service.call('POST', '/auth/login', { form: { username: 'admin', password: 'whatever' } }),
    service.call('POST', '/synapse/exec', { token: session, body: { machine: 'local', command: 'true' } }),
  ]);
  for (const { status, body, headers } of calls) {
    expect([status, body.code, headers.get('content-type')]).toEqual([
      503,
      'not_ready',
      'application/problem+json; charset=utf-8',
    ]);
    expect(headers.get('retry-after')).toBe('2');
    expect(JSON.stringify(body)).not.toMatch(/ECONN|postgres|stack/i);
  }
  expect(await service.tool(token, 'synapse_list_machines')).toMatchObject({ status: 503, code: 'not_ready' });
  const { code, stderr } = await failToStart(env);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The database is out of reach \(SYNAPSE_DATABASE_URL\): .*ECONNREFUSED/);
  expect(stderr).not.toContain(' at ');
  // It ran: whoever waits for it is told exactly that.
  writeFileSync(meanwhile, '');
  expect(await ending).toMatchObject({ status: 200, result: { stdout: 'ended\n', exit_code: 0 } });

  server.resume();
  await isReady();
  expect(await statuses()).toContain('running');
  writeFileSync(after, '');
  expect(await staying).toMatchObject({ status: 200, result: { stdout: 'ended\n', exit_code: 0 } });
  await expect.poll(statuses).toEqual(['done', 'done', 'done']);
  expect((await service.call('GET', '/auth/me', { token: session })).status).toBe(200);
  // The first checkpoint after the outage takes a moment.
  const verified = async () => (await service.call('GET', '/synapse/audit/verify', { token: session })).body;
  await expect.poll(verified).toMatchObject({ intact: true, entries: 3 });
});

it('is away for longer than the lease: what runs is killed, and everybody is told the same', async () => {
  const brief = await startService({
    SYNAPSE_DATABASE_URL: await createPostgresDatabase(server.url),
    SYNAPSE_INSTANCE_DEAD_SECONDS: '3',
  });
  const own = await brief.login();
  const exec = (command: string) =>
    brief.call('POST', '/synapse/exec', { token: own, body: { machine: 'local', command } });
  const mark = join(brief.scratch, 'mark');
  const running = exec(`echo $$ > ${mark}.part; mv ${mark}.part ${mark}; sleep 60`);
  await expect.poll(() => existsSync(mark)).toBe(true);
  server.pause();
  const { body } = await running;
  expect(body).toMatchObject({ status: 'interrupted', exit_code: null, refusal: { code: 'lease_lost' } });
  expect(await isGone(Number(readFileSync(mark, 'utf8')))).toBe(true);
  expect((await exec('true')).status).toBe(503);
  expect(brief.log.filter((line) => line.includes('lease lost'))).toHaveLength(1);

  server.resume();
  const ready = async () => (await brief.call('GET', '/readyz')).status;
  await expect.poll(ready).toBe(200);
  const path = `/synapse/executions/${body.execution_id}`;
  const { status, exit_code, refusal } = body;
  const told = async () => (await brief.call('GET', path, { token: own })).body;
  await expect.poll(told).toMatchObject({ status, exit_code, refusal });
  expect((await exec('echo again')).body).toMatchObject({ stdout: 'again\n' });
  // As above: until the first checkpoint after the outage, nothing vouches for the newest entries.
  const verified = async () => (await brief.call('GET', '/synapse/audit/verify', { token: own })).body;
  await expect.poll(verified).toMatchObject({ intact: true, entries: 2 });
  await brief.stop();
});

it('is away when a command ends and the process is killed: the next one with its data directory knows the end', async () => {
  const dataDir = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-ends-')));
  const env = {
    SYNAPSE_DATABASE_URL: await createPostgresDatabase(server.url),
    SYNAPSE_DATA_DIR: dataDir,
    SYNAPSE_INSTANCE_DEAD_SECONDS: '60',
  };
  const first = await startInstance(env);
  const session = await first.login();
  const go = join(service.scratch, 'end-now');
  const command = `until [ -e ${go} ]; do sleep 0.05; done; echo ended; exit 3`;
  const running = first.call('POST', '/synapse/exec', { token: session, body: { machine: 'local', command } });
  const read = async (text: string) => {
    const database = new pg.Client({ connectionString: env.SYNAPSE_DATABASE_URL });
    await database.connect();
    const { rows } = await database.query(text);
    await database.end();
    return rows;
  };
  const log = () => read('select status, exit_code from audit_entries order by seq');
  await expect.poll(log).toEqual([{ status: 'running', exit_code: null }]);
  server.pause();
  writeFileSync(go, '');
  const { body } = await running;
  expect(body).toMatchObject({ status: 'done', exit_code: 3, stdout: 'ended\n' });
  await first.kill('SIGKILL');
  server.resume();
  expect(await log()).toEqual([{ status: 'running', exit_code: null }]);

  const next = await startInstance(env);
  expect(await log()).toEqual([{ status: 'done', exit_code: 3 }]);
  expect(readdirSync(join(dataDir, 'unwritten-ends'))).toEqual([]);
  const again = await next.login();
  const told = await next.call('GET', `/synapse/executions/${body.execution_id}`, { token: again });
  expect(told.body).toMatchObject({ status: 'done', exit_code: 3 });
  expect((await next.call('GET', '/synapse/audit/verify', { token: again })).body).toMatchObject({ intact: true });
  await next.remove();
  await isReady();
});

it('falls silent until the lease is over: whoever waits, and whoever comes, is told at once that it is not ready', async () => {
  const url = await createPostgresDatabase(server.url);
  const proxy = await startLinkProxy(`http://${new URL(url).host}`);
  const through = new URL(url);
  through.host = new URL(proxy.url).host;
  const brief = await startService({ SYNAPSE_DATABASE_URL: through.href, SYNAPSE_INSTANCE_DEAD_SECONDS: '9' });
  const own = await brief.login();
  const me = () => brief.call('GET', '/auth/me', { token: own });
  expect((await me()).status).toBe(200);
  proxy.silence();
  // Until then, whoever comes waits for the database.
  const waiting = [me(), me(), me()];
  for (const { status, body, headers } of await Promise.all(waiting)) {
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'not_ready', '2']);
  }
  await expect.poll(() => brief.log.some((line) => line.includes('lease lost'))).toBe(true);
  const told = await me();
  expect([told.status, told.body.code, told.headers.get('retry-after')]).toEqual([503, 'not_ready', '2']);
  const ready = await brief.call('GET', '/readyz');
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2']);
  expect(ready.body).toMatchObject({ status: 'unavailable' });
  proxy.cut();
  proxy.mend();
  await expect.poll(async () => (await brief.call('GET', '/readyz')).status).toBe(200);
  expect((await me()).status).toBe(200);
  await brief.stop();
  await proxy.stop();
});

it('is cut off in the middle of a burst without a crash, a hang or a 500', async () => {
  const burst = Array.from({ length: 40 }, async () => {
    for (let call = 0; call < 4; call++) {
      const { status, code } = await service.tool(token, 'synapse_list_secrets');
      if (status !== 200) return `${status} ${code}`;
    }
    return 'served';
  });
  await Promise.race(burst);
  server.pause();
  const outcomes = new Set(await Promise.all(burst));
  expect([...outcomes].filter((outcome) => outcome !== 'served' && outcome !== '503 not_ready')).toEqual([]);
  server.resume();
  await isReady();
  expect((await service.tool(token, 'synapse_list_secrets')).status).toBe(200);
});

it('is cut off between two statements of a transaction: the next one fails, and nothing else does', async () => {
  const database = openPostgres(env.SYNAPSE_DATABASE_URL!);
  const look = (queries: Queries) => queries.selectFrom('users').select('id').execute();
  const cut = database.transaction(async (tx) => {
    await look(tx);
    server.pause();
    await expect(look(database.queries)).rejects.toMatchObject({ code: 'not_ready' });
    await look(tx);
  });
  await expect(cut).rejects.toMatchObject({ code: 'not_ready', status: 503 });
  server.resume();
  expect(await look(database.queries)).toHaveLength(1);
  await database.close();
  await isReady();
});
