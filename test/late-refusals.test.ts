/** A refusal that comes after the answer: everybody who asks gets its code and message, and nothing counts as run. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngine } from './engines/describe-engine.ts';
import { freePort } from './engines/engines.ts';
import { locateSshd, type Sshd, startSshd } from './engines/sshd.ts';
import { removeAtEnd } from './left-behind.ts';
import { type Service, startService } from './service.ts';

const dataDir = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-late-')));
const env = { SYNAPSE_DATA_DIR: dataDir, SYNAPSE_SHELL_SECONDS: '3' };
let service: Service;
let session: string;
let token: string;

beforeAll(async () => {
  service = await startService(env);
  session = await service.login();
  token = await service.newToken(session);
  await service.tool(token, 'synapse_put_secret', { name: 'PASSWORD', value: 'correct horse battery' });
  const connection = { host: '127.0.0.1', port: await freePort(), user: 'tester', password_secret: 'PASSWORD' };
  await service.tool(token, 'synapse_create_machine', { slug: 'dead', kind: 'ssh', connection });
  await service.tool(token, 'synapse_create_machine', { slug: 'agent', kind: 'agent' });
  const socket = { socket: '/no/such/docker.sock' };
  await service.tool(token, 'synapse_create_machine', {
    slug: 'engine',
    kind: 'docker',
    connection: socket,
    containers: ['web'],
    default_container: 'web',
  });
});
afterAll(() => service?.stop());

const order = (args: Record<string, unknown>) =>
  service.tool(token, 'synapse_exec', { command: 'ls', wait_seconds: 0, ...args });

it.each([
  ['dead', { machine: 'dead' }, 'machine_unreachable', 'refuse la connexion'],
  ['agent', { machine: 'agent', cwd: '/tmp' }, 'machine_offline', 'Agent'],
  ['engine', { machine: 'engine' }, 'machine_unreachable', 'ENOENT'],
  ['cwd', { machine: 'local', cwd: '/no/such/folder' }, 'cwd_not_found', '/no/such/folder'],
] as const)('%s: code and message are told on every way', async (_name, args, code, words) => {
  const events: Record<string, unknown>[] = [];
  const stream = new AbortController();
  const following = follow(events, stream.signal);
  await following.ready;
  const { result } = await order(args);
  expect(result.status).toBe('running');
  const id = result.execution_id as string;
  const refusal = { code, message: expect.stringContaining(words) };
  const refused = { status: 'refused', success: false, exit_code: null, stdout: '', refusal };

  expect(
    (await service.tool(token, 'synapse_get_execution', { execution_id: id, wait_seconds: 20 })).result,
  ).toMatchObject(refused);
  const output = await service.tool(token, 'synapse_get_output', { execution_id: id });
  expect(output).toMatchObject({ isError: true, code, text: refusal.message });
  const rest = await service.call('GET', `/synapse/executions/${id}`, { token: session });
  expect(rest).toMatchObject({ status: 200, body: refused });
  const page = await service.call('GET', `/synapse/executions/${id}/output`, { token: session });
  expect(page.body).toMatchObject({ code, detail: refusal.message });
  const live = await service.call<string>('GET', `/synapse/executions/${id}/stream`, { token: session });
  expect(live.body).toContain(`"refusal":{"code":"${code}"`);
  await expect
    .poll(() => events)
    .toContainEqual(expect.objectContaining({ execution_id: id, status: 'refused', refusal }));
  stream.abort();
  await following.done;
});

it.each(['dead', 'agent'])('%s: is told in the language of whoever asks, on every way', async (machine) => {
  const events: Record<string, unknown>[] = [];
  const stream = new AbortController();
  const following = follow(events, stream.signal, 'en');
  await following.ready;
  const { result } = await order({ machine, cwd: '/tmp' });
  const id = result.execution_id as string;
  const args = { execution_id: id, wait_seconds: 20 };
  const french = (await service.tool(token, 'synapse_get_execution', args)).result.refusal;
  const english = { code: french.code, message: expect.not.stringMatching(/injoignable|connecté|machine est/) };
  const params = { name: 'synapse_get_execution', arguments: args };
  const mcp = await service.call<{ result: { structuredContent: unknown } }>('POST', '/tda/mcp', {
    headers: { 'x-ai-token': token, 'accept-language': 'en' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  expect(mcp.body.result.structuredContent).toMatchObject({ refusal: english });
  const asked = async (language: string, path = '') =>
    service.call<string | { refusal: unknown }>('GET', `/synapse/executions/${id}${path}`, {
      token: session,
      headers: { 'accept-language': language },
    });
  const { refusal } = (await asked('en')).body as { refusal: { code: string; message: string } };
  expect(refusal).toEqual(english);
  expect(refusal.message).not.toBe(french.message);
  expect((await asked('fr')).body).toMatchObject({ refusal: french });
  expect((await asked('en', '/stream')).body).toContain(JSON.stringify({ refusal }).slice(1, -1));
  expect((await asked('fr', '/stream')).body).toContain(JSON.stringify({ refusal: french }).slice(1, -1));
  await expect.poll(() => events).toContainEqual(expect.objectContaining({ execution_id: id, refusal }));
  stream.abort();
  await following.done;
});

it('is still told after a restart', async () => {
  const { result } = await order({ machine: 'dead' });
  const look = () =>
    service.tool(token, 'synapse_get_execution', { execution_id: result.execution_id, wait_seconds: 20 });
  const before = (await look()).result;
  expect(before.refusal.message).toContain('refuse la connexion');
  await service.stop();
  service = await startService(env);
  session = await service.login();
  expect((await look()).result).toMatchObject({ status: 'refused', refusal: before.refusal });
  // Once its details are gone, the code still says something.
  service.advance(25 * 3600_000);
  await service.app.database.queries.deleteFrom('kept_refusals').execute();
  const later = (
    await service.call<{ refusal: unknown }>('GET', `/synapse/executions/${result.execution_id}`, {
      token: await service.login(),
    })
  ).body;
  expect(later.refusal).toEqual({ code: 'machine_unreachable', message: 'Machine injoignable' });
  const english = await service.call('GET', `/synapse/executions/${result.execution_id}`, {
    token: await service.login(),
    headers: { 'accept-language': 'en' },
  });
  expect(english.body).toMatchObject({ refusal: { message: 'Machine unreachable' } });
  service.advance(-25 * 3600_000);
});

describeEngine(await locateSshd(), 'a start-up file that hangs', (program) => {
  let sshd: Sshd;
  beforeAll(async () => {
    sshd = await startSshd(program());
    writeFileSync(join(sshd.home('noisy'), '.bashrc'), 'exec 9>"$HOME/lock"; sleep 600\n');
    await service.tool(token, 'synapse_put_secret', { name: 'SSH_KEY', value: sshd.privateKey });
    const connection = { host: '127.0.0.1', port: sshd.port, user: 'noisy', key_secret: 'SSH_KEY' };
    await service.tool(token, 'synapse_create_machine', { slug: 'stuck', kind: 'ssh', connection });
    await service.tool(token, 'synapse_put_alias', { code: 'stk', command: 'ls -la /' });
  });
  afterAll(() => sshd?.stop());

  it('is a refusal that says so, also where the command’s own time is shorter', async () => {
    const started = service.app.database.queries
      .selectFrom('aliases')
      .select(['code', 'hit_count'])
      .where('code', '=', 'stk');
    for (const timeout_seconds of [30, 1]) {
      const refused = await service.tool(token, 'synapse_exec', { machine: 'stuck', alias: '@stk', timeout_seconds });
      expect(refused).toMatchObject({ isError: true, code: 'machine_shell_stuck' });
      expect(refused.text).toMatch(/\.bashrc/);
      const { entries } = (await service.tool(token, 'synapse_list_audit_logs', { limit: 1 })).result;
      expect(entries).toMatchObject([
        { status: 'refused', refusal: 'machine_shell_stuck', exit_code: null, success: false },
      ]);
    }
    expect(await started.execute()).toMatchObject([{ hit_count: 0 }]);
    const { body } = await service.call('POST', '/synapse/machines/stuck/test', { token: session });
    expect(body).toMatchObject({ ok: false, code: 'machine_shell_stuck' });
    // Thirty a minute: none of those counted.
    for (let count = 0; count < 30; count++) {
      const ran = await service.tool(token, 'synapse_exec', { machine: 'local', command: 'true' });
      expect([count, ran.isError]).toEqual([count, false]);
    }
  });
});

/** What an open page is told. */
function follow(into: Record<string, unknown>[], signal: AbortSignal, language = 'fr') {
  const headers = { authorization: `Bearer ${session}`, 'accept-language': language };
  const opened = fetch(`${service.url}/synapse/events`, { headers, signal });
  const done = (async () => {
    let text = '';
    for await (const chunk of (await opened).body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      into.length = 0;
      for (const [, data] of text.matchAll(/^data: (.*)$/gm)) into.push(JSON.parse(data!));
    }
  })().catch(() => undefined);
  return { ready: opened, done };
}
