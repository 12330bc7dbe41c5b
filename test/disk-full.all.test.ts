/** The database has no room: the service says so, refuses clearly, keeps what it acknowledged, and recovers by itself. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { createCli } from './cli/run-cli.ts';
import { createPostgresDatabase } from './databases.ts';
import { ADMIN_PASSWORD, startInstance } from './instance.ts';
import { removeAtEnd } from './left-behind.ts';
import { startService } from './service.ts';

/** A disk of its own for the service, in a namespace of its own; null where this computer does not let us. */
const DISK_BYTES = 4 * 1024 * 1024;
const scratch = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-disk-')));
const disk = `mount -t tmpfs -o size=${DISK_BYTES} tmpfs`;
const own = ['unshare', '-rm', 'sh', '-c', `${disk} "$0" && exec "$@"`, scratch];
const canMount = (() => {
  try {
    execFileSync(own[0]!, [...own.slice(1), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.skipIf(!canMount)('SQLite on a full disk', () => {
  it('refuses what it cannot record, writes the end of what ran once there is room', async () => {
    const instance = await startInstance({ SYNAPSE_DATA_DIR: scratch }, own);
    // Seen from outside through the process.
    const inside = (name: string) => join(`/proc/${instance.child.pid}/root`, scratch, name);
    const session = await instance.login();
    const cli = createCli(instance.url);
    await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
    const exec = (body: object) =>
      instance.call('POST', '/synapse/exec', { token: session, body: { machine: 'local', ...body } });
    const go = join(tmpdir(), `synapse-go-${process.pid}`);
    const kept = await exec({ command: 'echo kept' });
    const running = exec({ command: `until [ -e ${go} ]; do sleep 0.05; done; echo ended`, timeout_seconds: 60 });
    const listed = async () =>
      (await instance.call<{ entries: { status: string }[] }>('GET', '/synapse/executions', { token: session })).body
        .entries;
    await expect.poll(async () => (await listed())[0]?.status).toBe('running');

    expect(() => writeFileSync(inside('filler'), Buffer.alloc(DISK_BYTES))).toThrow(/ENOSPC/);
    // Long ones, because there may be room left in the file that SQLite writes to.
    const long = { command: `echo refused; : ${'x'.repeat(60_000)}` };
    let refused = await exec(long);
    for (let more = 0; more < 20 && refused.status === 200; more++) refused = await exec(long);
    expect([refused.status, refused.body.code]).toEqual([503, 'storage_full']);
    expect(refused.headers.get('retry-after')).toBe('10');
    const ready = await instance.call('GET', '/readyz');
    expect([ready.status, ready.body]).toEqual([503, { status: 'unavailable', reason: 'disk' }]);
    const metrics = async () => (await fetch(`${instance.url}/metrics`)).text();
    expect(await metrics()).toMatch(/^synapse_ready\{reason="disk"\} 0$/m);
    expect(await metrics()).not.toContain('synapse_ready{reason="none"}');
    expect(Number(/^synapse_disk_free_bytes (\S+)$/m.exec(await metrics())![1])).toBeLessThan(DISK_BYTES);
    const status = await cli.run('status');
    expect([status.code, status.stdout + status.stderr]).toEqual([
      1,
      expect.stringContaining('the database has no room'),
    ]);
    const doctor = await cli.run('doctor', ['--json']);
    const service = doctor.json.findings.find(({ check }: { check: string }) => check === 'service');
    expect(service).toMatchObject({ state: 'failed', mend: expect.stringContaining('the database has no room') });
    expect(doctor.stdout).not.toContain('bubblewrap');
    cli.remove();
    writeFileSync(go, '');
    // Its end is recorded nowhere: it is not told as ended.
    expect((await running).body).toMatchObject({ status: 'running', exit_code: null, stdout: 'ended\n' });
    rmSync(go);

    rmSync(inside('filler'));
    const isReady = async () => (await instance.call('GET', '/readyz')).status;
    await expect.poll(isReady).toBe(200);
    expect(await metrics()).toMatch(/^synapse_ready\{reason="none"\} 1$/m);
    const statuses = async () => [...new Set((await listed()).map(({ status }) => status))];
    await expect.poll(statuses).toEqual(['done']);
    const { body } = await instance.call('GET', `/synapse/executions/${kept.body.execution_id}`, { token: session });
    expect(body).toMatchObject({ stdout: 'kept\n' });
    // The first checkpoint after the trouble takes a moment.
    const verified = async () => (await instance.call('GET', '/synapse/audit/verify', { token: session })).body;
    await expect.poll(verified).toMatchObject({ intact: true });
    await instance.remove();
  });
});

it('PostgreSQL without room: the same, by its code 53100', async () => {
  const url = await createPostgresDatabase();
  const service = await startService({ SYNAPSE_DATABASE_URL: url });
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const session = await service.login();
  const exec = (body: object) =>
    service.call('POST', '/synapse/exec', { token: session, body: { machine: 'local', ...body } });
  const go = join(service.scratch, 'go');
  const running = exec({ command: `until [ -e ${go} ]; do sleep 0.05; done; echo ended` });
  const statuses = async () =>
    (await database.query('select status from audit_entries order by seq')).rows.map(({ status }) => status);
  await expect.poll(statuses).toEqual(['running']);
  // What the server says when it cannot make a file longer.
  await database.query(`create function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  const tables = ['audit_entries', 'windows', 'audit_heads'];
  for (const table of tables) {
    await database.query(
      `create trigger full_disk before insert or update on ${table} for each row execute function full_disk()`,
    );
  }
  const refused = await exec({ command: 'echo refused' });
  expect([refused.status, refused.body.code]).toEqual([503, 'storage_full']);
  const ready = async () => {
    const { status, body } = await service.call('GET', '/readyz');
    return [status, body];
  };
  expect(await ready()).toEqual([503, { status: 'unavailable', reason: 'disk' }]);
  writeFileSync(go, '');
  expect((await running).body).toMatchObject({ status: 'done', stdout: 'ended\n' });
  expect(await statuses()).toEqual(['running']);
  for (const table of tables) await database.query(`drop trigger full_disk on ${table}`);
  expect(await ready()).toEqual([200, { status: 'ok' }]);
  await expect.poll(statuses).toEqual(['done']);
  await database.end();
  await service.stop();
});
