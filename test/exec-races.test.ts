/** Things that happen to a command at the wrong moment: each ends in one true log entry, and leaves no process. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createExecutionAdmission } from '../packages/server/src/admission/execution-admission.ts';
import { createAudit } from '../packages/server/src/audit/audit.ts';
import { openDatabase } from '../packages/server/src/db/open.ts';
import type { CheckedExecution, Execution } from '../packages/server/src/exec/execution.ts';
import { createRecorder, type RecorderServices } from '../packages/server/src/exec/record/recorder.ts';
import { createRetryUntilWritten } from '../packages/server/src/exec/record/retry-until-written.ts';
import { createRunningCommands } from '../packages/server/src/exec/run/running-commands.ts';
import { personalWorkspaceId } from '../packages/server/src/ids.ts';
import { createKeptRefusals } from '../packages/server/src/outputs/kept-refusals.ts';
import { isGone } from './engines/supervise.ts';
import { type Service, startService, USUAL_RATE } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ SYNAPSE_LIMITS: 'machine=1', SYNAPSE_ALLOW_LOCAL: 'all' }, USUAL_RATE);
});
afterAll(() => service.stop());

let [userId, session, token] = ['', '', ''];
beforeEach(async () => {
  ({ id: userId, session } = await service.newUser('pro'));
  token = await service.newToken(session);
  await service.tool(token, 'synapse_create_machine', { slug: 'local', kind: 'local' });
});

const exec = (args: Record<string, unknown>) => service.tool(token, 'synapse_exec', { machine: 'local', ...args });
const look = (execution_id: string, wait_seconds = 0) =>
  service.tool(token, 'synapse_get_execution', { execution_id, wait_seconds });
const cancel = (execution_id: string) => service.tool(token, 'synapse_cancel_execution', { execution_id });
/** The log as the database has it, oldest first, because the user may be gone. */
const entries = (id = userId) => {
  const database = new SQLite(join(service.dataDir, 'synapse.db'), { readonly: true });
  const rows = database
    .prepare(
      'select status, refusal, exit_code, command_template, seal from audit_entries where workspace_id = ? order by seq',
    )
    .all(id) as { status: string; refusal: string | null; exit_code: number | null }[];
  database.close();
  return rows;
};
const settles = (expected: object[], id = userId) => expect.poll(() => entries(id)).toMatchObject(expected);
let marks = 0;
const newMark = () => join(service.scratch, `mark-${++marks}`);
/** A command that runs until it is told to go on. */
const startHeld = async (then = 'true', more: Record<string, unknown> = {}, first = 'true') => {
  const [mark, go] = [newMark(), newMark()];
  const command = `${first}; echo $$ > ${mark}.new; mv ${mark}.new ${mark}; until [ -e ${go} ]; do sleep 0.05; done; ${then}`;
  const { result } = await exec({ command, wait_seconds: 0, ...more });
  await expect.poll(() => existsSync(mark)).toBe(true);
  return {
    id: result.execution_id as string,
    pid: Number(readFileSync(mark, 'utf8')),
    go: () => writeFileSync(go, ''),
  };
};
const dies = (pid: number) => expect.poll(() => isGone(pid)).toBe(true);
const intact = async () => {
  const { body } = await service.call('GET', '/synapse/audit/verify', { token: await service.login() });
  expect(body).toMatchObject({ intact: true, findings: [] });
};

it('a user is deleted while their command runs: it dies, its entry is closed, nothing of its output stays', async () => {
  const held = await startHeld();
  await service.call('DELETE', `/admin/users/${userId}`, { token: await service.login() });
  await dies(held.pid);
  await settles([{ status: 'cancelled' }]);
  const database = new SQLite(join(service.dataDir, 'synapse.db'), { readonly: true });
  const kept = database.prepare('select count(*) as n from kept_outputs where execution_id = ?').get(held.id);
  database.close();
  expect(kept).toEqual({ n: 0 });
  expect(await look(held.id)).toMatchObject({ status: 401 });
  await intact();
});

it('a user is deleted while a caller waits: the caller gets an answer', async () => {
  const mark = newMark();
  const answer = exec({ command: `echo seen; touch ${mark}; sleep 60` });
  await expect.poll(() => existsSync(mark)).toBe(true);
  await service.call('DELETE', `/admin/users/${userId}`, { token: await service.login() });
  expect(await answer).toMatchObject({ status: 200, result: { status: 'cancelled', stdout: 'seen\n' } });
  await settles([{ status: 'cancelled' }]);
});

it('a token is revoked in an emergency while its commands run and wait: they die, what a person runs does not', async () => {
  const own = newMark();
  const mine = service.call('POST', '/synapse/exec', {
    token: session,
    body: { machine: 'local', command: `touch ${own}; until [ -e ${own}.go ]; do sleep 0.05; done; echo mine` },
  });
  await expect.poll(() => existsSync(own)).toBe(true);
  const held = await startHeldElsewhere('true');
  const mark = newMark();
  const queued = await exec({ command: `touch ${mark}`, wait_seconds: 0 });
  expect(queued.result.status).toBe('running');
  const revoke = await service.call('POST', `/tda/ai/tokens/emergency-revoke?token=${token}`);
  expect(revoke).toMatchObject({ status: 200, body: { revoked: true } });
  await dies(held.pid);
  await settles([{ status: 'running' }, { status: 'cancelled' }, { status: 'cancelled', exit_code: null }]);
  writeFileSync(`${own}.go`, '');
  expect((await mine).body).toMatchObject({ status: 'done', stdout: 'mine\n' });
  expect(existsSync(mark)).toBe(false);
  await intact();
});

it('a token is revoked while a caller waits: the caller gets an answer; a new token in its place stops nothing', async () => {
  const mark = newMark();
  const answer = exec({ command: `echo seen; touch ${mark}; sleep 60` });
  await expect.poll(() => existsSync(mark)).toBe(true);
  const [{ id }] = (await service.call<{ tokens: [{ id: string }] }>('GET', '/tda/ai/tokens', { token: session })).body
    .tokens;
  expect((await service.call('DELETE', `/tda/ai/tokens/${id}`, { token: session })).status).toBe(204);
  expect(await answer).toMatchObject({ status: 200, result: { status: 'cancelled', stdout: 'seen\n' } });
  token = await service.newToken(session);
  const held = await startHeld('echo on');
  token = await service.newToken(session);
  held.go();
  expect((await look(held.id, 20)).result).toMatchObject({ status: 'done', stdout: 'on\n' });
});

it('a call that passed the gate just before its token was revoked starts nothing, and that is recorded', async () => {
  const { database } = service.app;
  const admission = createExecutionAdmission(database, Date.now, { instanceId: 'other', epoch: () => 1 });
  await database.queries.insertInto('instances').values({ id: 'other', seen_at: Date.now(), epoch: 1 }).execute();
  const place = (tokenId: string | null) =>
    database.transaction((tx) =>
      admission.admit(tx, {
        workspaceId: personalWorkspaceId(userId),
        machine: 'local',
        tokenId,
        source: 'mcp',
        action: 'run',
      }),
    );
  const [{ id }] = (await service.call<{ tokens: [{ id: string }] }>('GET', '/tda/ai/tokens', { token: session })).body
    .tokens;
  expect(await place(id)).toMatchObject({ epoch: 1 });
  expect((await service.call('DELETE', `/tda/ai/tokens/${id}`, { token: session })).status).toBe(204);
  expect(await place(id)).toMatchObject({ code: 'token_revoked' });
  expect(await place('another')).toMatchObject({ epoch: 1 });
  expect(await place(null)).toMatchObject({ epoch: 1 });
});

it('a user is deleted or disabled with a command in the queue: it never starts', async () => {
  const held = await startHeld();
  const mark = newMark();
  const queued = await exec({ command: `touch ${mark}`, wait_seconds: 0 });
  expect(queued.result.status).toBe('running');
  const admin = await service.login();
  await service.call('PATCH', `/admin/users/${userId}`, { token: admin, body: { disabled: true } });
  await settles([{ status: 'cancelled' }, { status: 'cancelled', exit_code: null }]);
  await dies(held.pid);
  expect(existsSync(mark)).toBe(false);
});

it('a machine is deleted while its command runs: the command ends as it would have', async () => {
  const held = await startHeld('echo still here');
  expect((await service.tool(token, 'synapse_delete_machine', { machine: 'local' })).result).toEqual({ deleted: true });
  held.go();
  expect((await look(held.id, 20)).result).toMatchObject({ status: 'done', exit_code: 0, stdout: 'still here\n' });
  expect(await exec({ command: 'true' })).toMatchObject({ isError: true, code: 'machine_not_found' });
  await settles([{ status: 'done' }, { status: 'refused', refusal: 'machine_not_found' }]);
});

it('the client is gone before the command starts: nothing is started for it', async () => {
  const held = await startHeld();
  const mark = newMark();
  const gone = new AbortController();
  const body = { machine: 'local', command: `touch ${mark}` };
  const call = service.call('POST', '/synapse/exec', { token: session, body, signal: gone.signal });
  await settles([{ status: 'running' }, { status: 'running' }]);
  gone.abort();
  await expect(call).rejects.toThrow();
  await settles([{ status: 'running' }, { status: 'cancelled', exit_code: null }]);
  held.go();
  await look(held.id, 20);
  expect(existsSync(mark)).toBe(false);
  await settles([{ status: 'done' }, { status: 'cancelled' }]);
});

it('a command is cancelled while it waits for its turn, and twice: it never starts', async () => {
  const held = await startHeld();
  const mark = newMark();
  const queued = await exec({ command: `touch ${mark}`, wait_seconds: 0 });
  const id = queued.result.execution_id;
  const both = await Promise.all([cancel(id), cancel(id)]);
  for (const { result } of [...both, await cancel(id)]) {
    expect(result).toMatchObject({ status: 'cancelled', exit_code: null, success: false, stdout: '' });
  }
  held.go();
  expect((await look(held.id, 20)).result).toMatchObject({ status: 'done' });
  expect(existsSync(mark)).toBe(false);
  // What has ended stays as it ended.
  expect((await cancel(held.id)).result).toMatchObject({ status: 'done', exit_code: 0 });
  expect(entries()).toMatchObject([{ status: 'done' }, { status: 'cancelled' }]);
});

it('a running command is cancelled twice at once: one end, one entry', async () => {
  const held = await startHeld();
  const answers = await Promise.all([cancel(held.id), cancel(held.id)]);
  for (const { result } of answers) expect(result).toMatchObject({ status: 'cancelled', exit_code: 137 });
  await dies(held.pid);
  expect(entries()).toMatchObject([{ status: 'cancelled', exit_code: 137 }]);
});

it('the deadline passes while a command waits for its turn: refused, not counted, not run', async () => {
  service.holdClock();
  const held = await startHeld();
  const mark = newMark();
  const late = await exec({ command: `touch ${mark}`, timeout_seconds: 1 });
  expect(late).toMatchObject({ status: 429, isError: true, code: 'capacity_exceeded' });
  expect(late.headers.get('retry-after')).toBe('1');
  held.go();
  await look(held.id, 20);
  expect(existsSync(mark)).toBe(false);
  expect(entries()).toMatchObject([{ status: 'done' }, { status: 'refused', refusal: 'capacity_exceeded' }]);
  // One of the thirty places is taken, not two.
  const burst = await Promise.all(Array.from({ length: 30 }, () => exec({ command: 'true' })));
  expect(burst.filter(({ code }) => code === 'exec_rate_limited')).toHaveLength(1);
  service.letClockRun();
});

it('the caller does not wait for a command that cannot start: the refusal is found later', async () => {
  const { result } = await exec({ command: 'true', cwd: '/does/not/exist', wait_seconds: 0 });
  expect(result.status).toBe('running');
  const seen = await look(result.execution_id, 20);
  const refusal = { code: 'cwd_not_found', message: expect.stringContaining('/does/not/exist') };
  expect(seen).toMatchObject({
    isError: false,
    result: { status: 'refused', exit_code: null, success: false, refusal },
  });
  expect(await cancel(result.execution_id)).toMatchObject({ isError: false, result: { status: 'refused', refusal } });
  expect(entries()).toMatchObject([{ status: 'refused', refusal: 'cwd_not_found' }]);
  const output = await service.tool(token, 'synapse_get_output', { execution_id: result.execution_id });
  expect(output).toMatchObject({ isError: true, code: 'cwd_not_found', text: refusal.message });
});

it('a secret is replaced or deleted while a command runs: the old value stays out of its output', async () => {
  const put = (value: string) => service.tool(token, 'synapse_put_secret', { name: 'KEY', value });
  await put('the-old-value-of-it');
  const held = await startHeld('echo {{KEY}} the-old-value-of-it');
  await put('the-new-value-of-it');
  const other = await startHeldElsewhere('echo {{KEY}}');
  await service.tool(token, 'synapse_delete_secret', { name: 'KEY' });
  held.go();
  expect((await look(held.id, 20)).result.stdout).toBe('{{KEY}} {{KEY}}\n');
  other.go();
  expect((await look(other.id, 20)).result.stdout).toBe('{{KEY}}\n');
  const output = await service.tool(token, 'synapse_get_output', { execution_id: held.id });
  expect(output.result.text).toBe('{{KEY}} {{KEY}}\n');
});

it('a value becomes a secret after a running command printed it: nothing shows it any more', async () => {
  const value = 'printed-before-it-was-secret';
  const held = await startHeld(`echo again ${value}`, {}, `echo ${value}`);
  const output = async () =>
    (await service.tool(token, 'synapse_get_output', { execution_id: held.id })).result.text as string;
  await expect.poll(output).toBe(`${value}\n`);
  await service.tool(token, 'synapse_put_secret', { name: 'LATE', value });
  expect(await output()).toBe('{{LATE}}\n');
  expect((await look(held.id)).result.stdout).toBe('{{LATE}}\n');
  held.go();
  expect((await look(held.id, 20)).result.stdout).toBe('again {{LATE}}\n');
  expect(await output()).toBe('{{LATE}}\nagain {{LATE}}\n');
});

/** On a second machine, because the first has one place. */
async function startHeldElsewhere(then: string) {
  await service.tool(token, 'synapse_create_machine', { slug: 'other', kind: 'local' });
  return startHeld(then, { machine: 'other' });
}

it('the service stops with one command running and one in the queue: both are interrupted, and none is left', async () => {
  const stopping = await startService({ SYNAPSE_LIMITS: 'machine=1', SYNAPSE_DRAIN_SECONDS: '0' });
  const admin = await stopping.login();
  const own = await stopping.newToken(admin);
  const [running, queued] = [newMark(), newMark()];
  const run = (command: string) =>
    stopping.tool(own, 'synapse_exec', { machine: 'local', command }).catch(() => 'cut off');
  const first = run(`echo $$ > ${running}; sleep 60`);
  await expect.poll(() => existsSync(running)).toBe(true);
  const second = run(`touch ${queued}`);
  const rows = () => {
    const database = new SQLite(join(stopping.dataDir, 'synapse.db'), { readonly: true });
    const all = database.prepare('select status from audit_entries order by seq').all();
    database.close();
    return all;
  };
  await expect.poll(rows).toHaveLength(2);
  const pid = Number(readFileSync(running, 'utf8'));
  await stopping.app.stop();
  await Promise.all([first, second]);
  expect(await isGone(pid)).toBe(true);
  expect(existsSync(queued)).toBe(false);
  expect(rows()).toEqual([{ status: 'interrupted' }, { status: 'interrupted' }]);
});

it('a command that is let in while the service stops is stopped at once', async () => {
  const running = createRunningCommands(1_000);
  running.stopAll('interrupted');
  const finished = Promise.withResolvers<never>();
  const stopped: string[] = [];
  const stop = (reason: string) => {
    stopped.push(reason);
    finished.reject(new Error(reason));
  };
  const late = {
    id: 'late',
    workspaceId: personalWorkspaceId('somebody'),
    order: { tokenId: null },
    finished: finished.promise,
    stopper: { stop },
  };
  running.add(late as unknown as Execution);
  expect(stopped).toEqual(['interrupted']);
  await running.idle(5_000);
  expect(running.count).toBe(0);
});

it('a user is shut out between the checks and the start: the command is refused, and that is recorded', async () => {
  const database = openDatabase({ databaseUrl: null, dataDir: service.dataDir });
  const log = pino({ level: 'silent' });
  const audit = createAudit(database, Date.now, { instanceId: 'other', sealKey: Buffer.alloc(32), deadAfterMs: 0 });
  const admission = createExecutionAdmission(database, Date.now, { instanceId: 'other', epoch: () => 1 });
  const events = { changed: () => undefined };
  const refusals = createKeptRefusals(database, Date.now);
  const needed = { database, audit, admission, events, refusals, retryUntilWritten: createRetryUntilWritten(log) };
  const record = createRecorder(needed as unknown as RecorderServices);
  const open = (id: string) =>
    record.open({
      workspaceId: personalWorkspaceId(id),
      source: 'mcp',
      machine: 'local',
      commandTemplate: 'true',
      typedChars: 4,
      secretsUsed: [],
      container: null,
      cwd: null,
      alias: null,
      tokenHint: null,
      ip: null,
      order: { tokenId: null, source: 'mcp' },
    } as unknown as CheckedExecution);
  await expect(open('somebody who is gone')).rejects.toMatchObject({ code: 'token_revoked' });
  expect(entries('somebody who is gone')).toMatchObject([{ status: 'refused', refusal: 'token_revoked' }]);
  await service.call('PATCH', `/admin/users/${userId}`, { token: await service.login(), body: { disabled: true } });
  await expect(open(userId)).rejects.toMatchObject({ code: 'token_revoked' });
  await database.close();
});
