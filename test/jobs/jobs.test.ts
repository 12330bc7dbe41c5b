/** Jobs through the service: how they begin, are followed, told of and stopped, and what is refused. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { pidsWithArgument } from '../engines/process-tree.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService, type TestUser } from '../service.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
type Shown = any;

let service: Service;
const received: Shown[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    received.push({ path: request.url, body });
    response.end();
  });
});
let receiverUrl = '';
beforeAll(async () => {
  service = await startService({ SYNAPSE_ALLOW_LOCAL: 'all', SYNAPSE_PRIVATE_ADDRESSES: 'true' });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});

interface Owner extends TestUser {
  readonly token: string;
}
const newOwner = async (): Promise<Owner> => {
  const user = await service.newUser('pro');
  await service.created('/synapse/machines', user.session, { slug: 'local', kind: 'local' });
  return { ...user, token: await service.newToken(user.session) };
};
const start = (owner: Owner, command: string, more: object = {}) =>
  service.tool(owner.token, 'synapse_exec', { machine: 'local', command, detach: true, ...more });
const get = async (owner: Owner, id: string, wait = 20): Promise<Shown> =>
  (await service.tool(owner.token, 'synapse_get_execution', { execution_id: id, wait_seconds: wait })).result;
const rest = (owner: Owner, method: string, path: string, body?: object) =>
  service.call<Shown>(method, path, { token: owner.session, ...(body && { body }) });
const jobs = async (owner: Owner, query = ''): Promise<Shown[]> =>
  (await rest(owner, 'GET', `/synapse/jobs${query}`)).body.jobs;

it('are answered at once, tailed while they run, and end with their own exit code', async () => {
  const owner = await newOwner();
  const go = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-tailed-'))), 'go');
  const command = `echo one; until [ -e ${go} ]; do sleep 0.05; done; echo two; sleep 1; echo three >&2; exit 5`;
  const started = await start(owner, command, { timeout_seconds: 604_800 });
  expect(started.result).toMatchObject({ status: 'running', success: null, exit_code: null });
  const id = started.result.execution_id;
  expect(await jobs(owner, '?status=running')).toMatchObject([
    { execution_id: id, machine: 'local', status: 'running' },
  ]);
  const tail = async (offset: number): Promise<Shown> =>
    (await service.tool(owner.token, 'synapse_get_output', { execution_id: id, offset })).result;
  await expect.poll(async () => (await tail(0)).text).toBe('one\n');
  writeFileSync(go, '');
  await expect.poll(async () => (await tail(4)).text).toBe('two\n');
  const result = await get(owner, id);
  const stdout = '$ echo one\none\n$ echo two\ntwo\n';
  expect(result).toMatchObject({ status: 'done', exit_code: 5, stdout, stderr: 'three\n' });
  expect(result.duration_ms).toBeGreaterThanOrEqual(1_000);
  expect(await jobs(owner, '?status=running')).toEqual([]);
  expect(await jobs(owner)).toMatchObject([{ execution_id: id, status: 'done', exit_code: 5 }]);
  expect((await rest(owner, 'GET', '/synapse/audit/verify')).body).toMatchObject({ state: 'intact' });
  const other = await newOwner();
  expect(await jobs(other)).toEqual([]);
});

it('are told step by step, at their end and whenever they are asked about later', async () => {
  const owner = await newOwner();
  const { result } = await start(owner, "echo one; sh -c 'echo two; exit 4'; cd / && echo three >&2; seq 1 3; exit 6");
  const id = result.execution_id;
  const stdout = "$ echo one\none\n$ sh -c 'echo two; exit 4' · exit 4\ntwo\n$ seq 1 3\n1\n2\n3\n";
  expect(await get(owner, id)).toMatchObject({ status: 'done', exit_code: 6, stdout, stderr: 'three\n' });
  const asked = { execution_id: id, since: 0 };
  expect((await service.tool(owner.token, 'synapse_get_execution', asked)).result).toMatchObject({ stdout });
  expect((await rest(owner, 'GET', `/synapse/executions/${id}`)).body).toMatchObject({ stdout });
  const { text } = (await service.tool(owner.token, 'synapse_get_output', { execution_id: id })).result;
  expect(text).toBe('one\ntwo\n1\n2\n3\n');
  const raw = (await start(owner, 'echo one; echo two', { raw: true })).result.execution_id;
  expect(await get(owner, raw)).toMatchObject({ stdout: 'one\ntwo\n' });
});

it('print no secret, also one that was replaced meanwhile', async () => {
  const owner = await newOwner();
  const put = (value: string) => service.tool(owner.token, 'synapse_put_secret', { name: 'KEY', value });
  await put('the-first-value-1');
  const { result } = await start(owner, 'sleep 1; echo "got {{KEY}}"');
  await put('another-value-2');
  expect(await get(owner, result.execution_id)).toMatchObject({ stdout: 'got {{KEY}}\n' });
});

it('die by a cancellation and by a freeze, with all that they started', async () => {
  const owner = await newOwner();
  for (const [index, stop] of [
    (id: string) => service.tool(owner.token, 'synapse_cancel_execution', { execution_id: id }),
    () => rest(owner, 'POST', '/synapse/freeze', {}),
  ].entries()) {
    const nap = `34${index}.${process.pid}`;
    const id = (await start(owner, `setsid sleep ${nap} & sleep ${nap}`)).result.execution_id;
    await expect.poll(async () => (await pidsWithArgument(nap)).length).toBe(2);
    await stop(id);
    expect(await get(owner, id)).toMatchObject({ status: 'cancelled', exit_code: 137 });
    await expect.poll(() => pidsWithArgument(nap)).toEqual([]);
  }
});

it('end at their deadline', async () => {
  const owner = await newOwner();
  const { result } = await start(owner, 'echo begun; sleep 60', { timeout_seconds: 5 });
  expect(await get(owner, result.execution_id)).toMatchObject({ status: 'timeout', exit_code: 124, stdout: 'begun\n' });
});

it('are refused where they cannot begin, may not, or are too many', async () => {
  const owner = await newOwner();
  expect(await start(owner, 'true', { cwd: '/no/such/folder' })).toMatchObject({
    isError: true,
    code: 'cwd_not_found',
  });
  expect((await start(owner, 'true', { timeout_seconds: 604_801 })).text).toContain('timeout_seconds');
  const long = await start(owner, 'true', { detach: false, timeout_seconds: 301 });
  expect(long).toMatchObject({ isError: true, code: 'arguments_invalid' });
  expect(long.text).toContain('timeout_seconds');
  const look = await service.tool(owner.token, 'synapse_look', { machine: 'local', command: 'true', detach: true });
  expect(look.text).toContain('detach');
  // As many as a user may have, followed by an instance elsewhere that lives.
  const { queries } = service.app.database;
  await queries
    .insertInto('instances')
    .values({ id: 'elsewhere', seen_at: Date.now() + 3_600_000 })
    .execute();
  for (let n = 0; n < 20; n++) {
    const row = {
      execution_id: `${owner.id}-${n}`,
      workspace_id: personalWorkspaceId(owner.id),
      actor_id: owner.id,
      machine_id: 'x',
      state: 'running',
    };
    const times = { created_at: n, deadline: n, ended_at: null, sealed: null };
    await queries
      .insertInto('jobs')
      .values({ ...row, ...times, owner: 'elsewhere' })
      .execute();
  }
  const before = (await rest(owner, 'GET', '/synapse/executions')).body.entries.length;
  expect(await start(owner, 'echo never')).toMatchObject({ isError: true, code: 'limit_reached' });
  const { entries } = (await rest(owner, 'GET', '/synapse/executions')).body;
  expect(entries[0]).toMatchObject({ status: 'refused', refusal: 'limit_reached' });
  expect(entries).toHaveLength(before + 1);
});

it('wait for a person where the policy says so, and then run as jobs', async () => {
  const owner = await newOwner();
  await rest(owner, 'PUT', '/synapse/policy', { text: 'default: careful' });
  const asked = await start(owner, 'mkdir -p /tmp; echo agreed; sleep 1');
  expect(asked.result).toMatchObject({ status: 'pending' });
  await rest(owner, 'POST', `/synapse/approvals/${asked.result.approval.id}`, { decision: 'approve' });
  expect(await jobs(owner, '?status=running')).toHaveLength(1);
  expect(await get(owner, asked.result.execution_id)).toMatchObject({ status: 'done', stdout: 'agreed\n' });
});

it('say when they are over: to whoever reads events, and to the channels that want to hear it', async () => {
  const owner = await newOwner();
  const path = `/ends-${owner.username}`;
  await rest(owner, 'PUT', '/synapse/notifications', {
    webhook: { url: receiverUrl + path, secret: 'a shared secret of some length' },
    slack: { url: `${receiverUrl}/not-this`, ends: false },
  });
  const gone = new AbortController();
  const stream = await fetch(`${service.url}/synapse/events?ends`, {
    headers: { authorization: `Bearer ${owner.session}` },
    signal: gone.signal,
  });
  let events = '';
  const reading = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) events += chunk;
  })().catch(() => undefined);
  const { result } = await start(owner, 'exit 3');
  await expect.poll(() => events).toContain('"exit_code":3');
  expect(events).not.toContain('"status":"running"');
  gone.abort();
  await reading;
  await expect.poll(() => received.filter((one) => one.path === path).length).toBe(1);
  const [{ body }] = received.filter((one) => one.path === path);
  expect(JSON.parse(body)).toMatchObject({
    type: 'end',
    execution_id: result.execution_id,
    machine: 'local',
    status: 'done',
    exit_code: 3,
    command_template: 'exit 3',
  });
  expect(received.filter((one) => one.path === '/not-this')).toEqual([]);
});
