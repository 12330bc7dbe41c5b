/** Several instances of the service on one PostgreSQL and one NATS: to their users they are one. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Checkpoint, createCheckpoints } from '../packages/server/src/audit/checkpoints.ts';
import { verifyAudit } from '../packages/server/src/audit/verify.ts';
import { createNatsBus } from '../packages/server/src/bus/nats-bus.ts';
import { openDatabase } from '../packages/server/src/db/open.ts';
import { masterKey } from '../packages/server/src/vault/cipher.ts';
import { loadInstanceKeys } from '../packages/server/src/vault/instance-keys.ts';
import { createPostgresDatabase } from './databases.ts';
import { describeEngine } from './engines/describe-engine.ts';
import { locate } from './engines/engines.ts';
import { findNats, type NatsServer, startNats } from './engines/nats.ts';
import { isGone } from './engines/supervise.ts';
import { type Account, type Instance, startInstance } from './instance.ts';

const located = await locate('nats', findNats);
const scratch = mkdtempSync(join(tmpdir(), 'synapse-instances-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describeEngine(located, 'two instances', (root) => {
  let nats: NatsServer;
  let env: Record<string, string>;
  let database: pg.Client;
  let [a, b]: Instance[] = [];
  let crashing: Instance | undefined;

  beforeAll(async () => {
    nats = await startNats(root());
    env = {
      SYNAPSE_DATABASE_URL: await createPostgresDatabase(),
      SYNAPSE_NATS_URL: nats.url,
      SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64'),
      SYNAPSE_INSTANCE_DEAD_SECONDS: '3',
    };
    database = new pg.Client({ connectionString: env.SYNAPSE_DATABASE_URL });
    await database.connect();
    [a, b] = await Promise.all([startInstance(env), startInstance(env)]);
  });
  afterAll(async () => {
    await Promise.all([a, b, crashing].map((instance) => instance?.remove()));
    await database?.end();
    await nats?.stop();
  });

  const exec = (instance: Instance, { token }: Account, command: string, more: object = {}) =>
    instance.tool(token, 'synapse_exec', { machine: 'local', command, ...more });
  /** Starts a command that writes its shell's number to a file and stays; resolves when it runs. */
  const startLong = async (instance: Instance, account: Account, printing = 'true') => {
    const mark = join(scratch, randomBytes(6).toString('hex'));
    const { result } = await exec(
      instance,
      account,
      `${printing}; echo $$ > ${mark}.part; mv ${mark}.part ${mark}; sleep 60`,
      {
        wait_seconds: 0,
      },
    );
    await expect.poll(() => existsSync(mark), { timeout: 10_000 }).toBe(true);
    return { id: result.execution_id as string, pid: Number(readFileSync(mark, 'utf8')) };
  };
  const dead = (pid: number) => expect.poll(() => isGone(pid), { timeout: 10_000 }).toBe(true);
  const readyz = async (instance: Instance) => {
    const { status, body } = await instance.call('GET', '/readyz');
    return [status, body];
  };
  const intact = async (instance: Instance, account: Account, entries: number) => {
    const { body } = await instance.call('GET', '/synapse/audit/verify', { token: account.session });
    expect(body).toMatchObject({ intact: true, entries, findings: [] });
  };

  it('start at once on an empty database: one administrator, each migration once', async () => {
    const { rows: users } = await database.query('select username, role from users');
    expect(users).toEqual([{ username: 'admin', role: 'admin' }]);
    const { rows: machines } = await database.query('select slug from machines');
    expect(machines).toEqual([{ slug: 'local' }]);
    const welcomes = [a!, b!].filter((instance) => instance.stdout().includes('Synapse is ready'));
    expect(welcomes).toHaveLength(1);
    const { rows: migrations } = await database.query('select name from migrations');
    expect(migrations.length).toBeGreaterThan(0);
    const { rows: facts } = await database.query('select name from instance_facts order by name');
    expect(facts).toEqual([{ name: 'instance_root' }, { name: 'vault_canary' }]);
    const { rows: seen } = await database.query('select id from instances');
    expect(seen).toHaveLength(2);
  });

  it('share sessions and tokens, and what is ended on one is refused by the other at once', async () => {
    const account = await a!.newUser();
    expect((await b!.call('GET', '/auth/me', { token: account.session })).status).toBe(200);
    expect((await b!.tool(account.token, 'synapse_list_machines')).isError).toBe(false);
    const { body } = await a!.call<{ tokens: { id: string }[] }>('GET', '/tda/ai/tokens', { token: account.session });
    await a!.call('DELETE', `/tda/ai/tokens/${body.tokens[0]!.id}`, { token: account.session });
    expect(await b!.tool(account.token, 'synapse_list_machines')).toMatchObject({ status: 401, code: 'token_revoked' });
    await a!.call('POST', '/auth/logout', { token: account.session });
    expect((await b!.call('GET', '/auth/me', { token: account.session })).status).toBe(401);
  });

  it('count the day’s quota and the thirty commands of a minute as one, exactly, under parallel load', async () => {
    const free = await a!.newUser('free');
    const answers = await Promise.all(
      Array.from({ length: 130 }, (_, index) => (index % 2 ? a! : b!).tool(free.token, 'synapse_list_machines')),
    );
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(100);
    expect(answers.filter(({ status, code }) => status === 429 && code === 'quota_exceeded')).toHaveLength(30);

    const pilot = await a!.newUser();
    const runs = await Promise.all(Array.from({ length: 40 }, (_, index) => exec(index % 2 ? a! : b!, pilot, 'true')));
    expect(runs.filter(({ result }) => result?.exit_code === 0)).toHaveLength(30);
    expect(runs.filter(({ code }) => code === 'exec_rate_limited')).toHaveLength(10);
    await intact(a!, pilot, 40);
    await intact(b!, pilot, 40);
  });

  it('see each other’s changes of the vault, of aliases and of machines with the next command', async () => {
    const account = await a!.newUser();
    const put = (instance: Instance, value: string) =>
      instance.tool(account.token, 'synapse_put_secret', { name: 'KEY', value });
    await put(a!, 'first-value-of-it');
    expect((await exec(b!, account, 'echo {{KEY}} first-value-of-it')).result.stdout).toBe('{{KEY}} {{KEY}}\n');
    await put(a!, 'second-value-of-it');
    const changed = await exec(b!, account, 'printf %s {{KEY}} | wc -c; echo second-value-of-it');
    expect(changed.result.stdout.replaceAll(' ', '')).toBe('18\n{{KEY}}\n');
    await a!.tool(account.token, 'synapse_delete_secret', { name: 'KEY' });
    expect(await exec(b!, account, 'echo {{KEY}}')).toMatchObject({ isError: true, code: 'secret_missing' });
    await a!.tool(account.token, 'synapse_put_alias', { code: 'zqx', command: 'echo one' });
    expect((await exec(b!, account, '@zqx')).result.stdout).toBe('one\n');
    await a!.tool(account.token, 'synapse_put_alias', { code: 'zqx', command: 'echo two' });
    expect((await exec(b!, account, '@zqx')).result.stdout).toBe('two\n');
    const { result: listed } = await a!.tool(account.token, 'synapse_list_aliases');
    expect(listed.aliases).toMatchObject([{ code: 'zqx', hit_count: 2 }]);
    await a!.tool(account.token, 'synapse_update_machine', { machine: 'local', statut: 'maintenance' });
    expect(await exec(b!, account, 'true')).toMatchObject({ isError: true, code: 'machine_not_active' });
  });

  it('show the result and the output so far of a command that runs on the other, and stop it', async () => {
    const account = await a!.newUser();
    const { id, pid } = await startLong(a!, account, 'echo first; echo second; echo oops >&2');
    const read = (args: object = {}) => b!.tool(account.token, 'synapse_get_output', { execution_id: id, ...args });
    expect((await read()).result).toMatchObject({ text: 'first\nsecond\n', next_offset: null, total_chars: 13 });
    expect((await read({ stream: 'stderr' })).result.text).toBe('oops\n');
    expect((await read({ grep: 'sec' })).result.text).toBe('2:second');
    expect((await read({ offset: 6, limit: 3 })).result).toMatchObject({ text: 'sec', offset: 6, next_offset: 9 });
    const soFar = await b!.tool(account.token, 'synapse_get_execution', { execution_id: id });
    expect(soFar.result).toMatchObject({
      status: 'running',
      exit_code: null,
      stdout: 'first\nsecond\n',
      stderr: 'oops\n',
    });
    const stranger = await b!.newUser();
    const args = { execution_id: id };
    for (const tool of ['synapse_get_output', 'synapse_get_execution', 'synapse_cancel_execution']) {
      expect(await b!.tool(stranger.token, tool, args)).toMatchObject({ isError: true, code: 'execution_not_found' });
    }
    const cancelled = await b!.tool(account.token, 'synapse_cancel_execution', args);
    expect(cancelled.result).toMatchObject({ status: 'cancelled', stdout: 'first\nsecond\n' });
    await dead(pid);
    expect((await read()).result.text).toBe('first\nsecond\n');
    await intact(b!, account, 1);
  });

  it('wait for the end of each other’s commands, and page a long output', async () => {
    const account = await a!.newUser();
    const { result } = await exec(a!, account, 'sleep 1; seq 1 50000', { wait_seconds: 0, raw: true });
    const args = { execution_id: result.execution_id, wait_seconds: 30 };
    const ended = await b!.tool(account.token, 'synapse_get_execution', args);
    expect(ended.result).toMatchObject({ status: 'done', exit_code: 0, success: true, truncated: true });
    let text = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await b!.tool(account.token, 'synapse_get_output', {
        execution_id: result.execution_id,
        offset,
        limit: 60_000,
      });
      text += page.result.text;
      offset = page.result.next_offset;
    }
    expect(text).toBe(`${Array.from({ length: 50_000 }, (_, index) => index + 1).join('\n')}\n`);
  });

  it('carry a client’s cancellation to the call on the other instance', async () => {
    const account = await a!.newUser();
    const headers = { 'x-ai-token': account.token, 'mcp-session-id': 'one client', 'x-forwarded-for': '10.1.1.1' };
    const mark = join(scratch, 'cancel-me');
    const params = { name: 'synapse_exec', arguments: { machine: 'local', command: `echo $$ > ${mark}; sleep 60` } };
    const call = a!.call('POST', '/tda/mcp', {
      headers,
      body: { jsonrpc: '2.0', id: 'seven', method: 'tools/call', params },
    });
    await expect.poll(() => existsSync(mark) && readFileSync(mark, 'utf8') !== '', { timeout: 10_000 }).toBe(true);
    const cancel = (requestId: string) =>
      b!.call('POST', '/tda/mcp', {
        headers,
        body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } },
      });
    expect((await cancel('eight')).status).toBe(202);
    expect(await isGone(Number(readFileSync(mark, 'utf8')))).toBe(false);
    expect((await cancel('seven')).status).toBe(202);
    await call;
    await dead(Number(readFileSync(mark, 'utf8')));
    const { result } = await b!.tool(account.token, 'synapse_list_audit_logs');
    expect(result.entries).toMatchObject([{ status: 'cancelled' }]);
  });

  const follow = async ({ session }: Account, path: string) => {
    const leave = new AbortController();
    const response = await fetch(b!.url + path, {
      headers: { authorization: `Bearer ${session}` },
      signal: leave.signal,
    });
    const page = { text: '', leave: () => leave.abort() };
    void (async () => {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) page.text += chunk;
    })().catch(() => undefined);
    await expect.poll(() => page.text, { timeout: 10_000 }).toContain(': open');
    return page;
  };

  it('show what happens on one on the pages connected to the other', async () => {
    const account = await a!.newUser();
    const stranger = await a!.newUser();
    const [mine, theirs] = [await follow(account, '/synapse/events'), await follow(stranger, '/synapse/events')];
    const { result } = await exec(a!, account, 'true');
    await expect.poll(() => mine.text, { timeout: 10_000 }).toContain('"status":"done"');
    expect(mine.text).toContain(`"execution_id":"${result.execution_id}","status":"running","machine":"local"`);
    expect(theirs.text).not.toContain('event:');
    for (const page of [mine, theirs]) page.leave();
  });

  it('stream the output of a command that runs on the other as it comes', async () => {
    const account = await a!.newUser();
    const go = join(scratch, 'go-on');
    const { result } = await exec(a!, account, `echo héé; until [ -e ${go} ]; do sleep 0.1; done; echo there; exit 3`, {
      wait_seconds: 0,
    });
    const page = await follow(account, `/synapse/executions/${result.execution_id}/stream`);
    await expect.poll(() => page.text, { timeout: 10_000 }).toContain('{"stream":"stdout","text":"héé\\n"}');
    expect(page.text).not.toContain('event: end');
    writeFileSync(go, '');
    await expect
      .poll(() => page.text, { timeout: 10_000 })
      .toContain('event: end\ndata: {"status":"done","exit_code":3}');
    const texts = [...page.text.matchAll(/^data: (\{"stream":"stdout".*)$/gm)].map(
      ([, data]) => JSON.parse(data!).text,
    );
    expect(texts.join('')).toBe('héé\nthere\n');
    page.leave();
  });

  it('stop the commands of a user who is shut out, wherever they run', async () => {
    for (const shutOut of [
      (id: string, token: string) => b!.call('DELETE', `/admin/users/${id}`, { token }),
      (id: string, token: string) => b!.call('PATCH', `/admin/users/${id}`, { token, body: { disabled: true } }),
    ]) {
      const account = await a!.newUser();
      const { id, pid } = await startLong(a!, account);
      await shutOut(account.id, await b!.login());
      await dead(pid);
      const status = async () =>
        (await database.query('select status from audit_entries where execution_id = $1', [id])).rows[0].status;
      await expect.poll(status, { timeout: 10_000 }).toBe('cancelled');
    }
  });

  it('close as interrupted what an instance that was killed left running, and nothing of the living', async () => {
    const account = await a!.newUser();
    crashing = await startInstance(env);
    const living = await startLong(a!, account);
    const orphan = await startLong(crashing, account, 'echo before the crash');
    await crashing.kill('SIGKILL');
    const status = async ({ id }: { id: string }) =>
      (await b!.tool(account.token, 'synapse_get_execution', { execution_id: id })).result.status;
    await expect.poll(() => status(orphan), { timeout: 15_000, interval: 250 }).toBe('interrupted');
    expect(await status(living)).toBe('running');
    // Nobody is left to hold its input open: the watchdog beside it has killed the tree.
    await dead(orphan.pid);
    await b!.tool(account.token, 'synapse_cancel_execution', { execution_id: living.id });
    await intact(a!, account, 2);
    await intact(b!, account, 2);
  });

  it('serve on while NATS is away, say so, and are joined again when it is back', async () => {
    const account = await a!.newUser();
    const { id, pid } = await startLong(a!, account, 'echo here');
    expect(await readyz(a!)).toEqual([200, { status: 'ok' }]);
    await nats.kill();
    for (const instance of [a!, b!]) {
      await expect
        .poll(() => readyz(instance), { timeout: 10_000 })
        .toEqual([200, { status: 'degraded', reason: 'nats' }]);
    }
    expect((await exec(b!, account, 'echo alone')).result.stdout).toBe('alone\n');
    expect((await a!.tool(account.token, 'synapse_get_output', { execution_id: id })).result.text).toBe('here\n');
    const refused = await b!.tool(account.token, 'synapse_get_output', { execution_id: id });
    expect(refused).toMatchObject({ status: 503, code: 'not_ready' });
    const known = await b!.tool(account.token, 'synapse_get_execution', { execution_id: id });
    expect(known.result).toMatchObject({ status: 'running', exit_code: null });
    const joining = createNatsBus(nats.url.replace('//', '//me:my-password@'), pino({ level: 'silent' }));
    await expect(joining).rejects.toThrow(/^NATS at 127.0.0.1:\d+ cannot be joined/);
    await expect(joining).rejects.not.toThrow(/my-password/);
    await nats.restart();
    for (const instance of [a!, b!]) {
      await expect.poll(() => readyz(instance), { timeout: 10_000 }).toEqual([200, { status: 'ok' }]);
    }
    const cancelled = await b!.tool(account.token, 'synapse_cancel_execution', { execution_id: id });
    expect(cancelled.result).toMatchObject({ status: 'cancelled', stdout: 'here\n' });
    await dead(pid);
  });

  it('stop cleanly, with NATS away too, and leave checkpoints that hold, each of their own', async () => {
    const account = await a!.newUser();
    await exec(a!, account, 'true');
    await nats.kill();
    expect(await a!.kill('SIGTERM')).toBe(0);
    await exec(b!, account, 'true');
    expect(await b!.kill('SIGTERM')).toBe(0);

    const opened = openDatabase({ databaseUrl: env.SYNAPSE_DATABASE_URL!, dataDir: scratch });
    const keys = await loadInstanceKeys(opened, masterKey(Buffer.from(env.SYNAPSE_MASTER_KEY!, 'base64')));
    const verify = (checkpoints: readonly Checkpoint[]) =>
      verifyAudit(opened, { sealKey: keys.auditSeals, userId: account.id, checkpoints, now: Date.now() });
    for (const [instance, seq] of [
      [a!, 1],
      [b!, 2],
    ] as const) {
      const { valid, forged } = createCheckpoints(instance.dataDir, keys.auditCheckpoints).read();
      expect(forged).toBe(0);
      expect(valid.filter(({ user_id }) => user_id === account.id)).toMatchObject([{ seq }]);
      expect(await verify(valid)).toMatchObject({ intact: true, entries: 2, checkpoints: 1 });
    }
    const { rows: left } = await database.query("select status from audit_entries where status = 'running'");
    expect(left).toEqual([]);
    await opened.close();
  });
});
