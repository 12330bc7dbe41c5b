/** What a person has let pass is not asked about again: on that machine, for that token, and no further. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, startService } from '../service.ts';
import { ASKING_POLICY, approve, ask, decide, entryOf, intact, newOwner, type Owner, type Shown } from './rig.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ SYNAPSE_ALLOW_LOCAL: 'all' });
});
afterAll(() => service?.stop());

const grants = async (owner: Owner): Promise<Shown[]> =>
  (await service.call<Shown>('GET', '/synapse/grants', { token: owner.session })).body.grants;
const status = async (owner: Owner, command: string, more: object = {}) =>
  (await ask(service, owner, command, { wait_seconds: 5, ...more })).result?.status;
const asked = async (owner: Owner, command: string, more: object = {}) =>
  (await ask(service, owner, command, more)).result;

it('for this text lets exactly that pass, there and for that token', async () => {
  const owner = await newOwner(service);
  const first = await asked(owner, 'echo same', { cwd: '/tmp' });
  expect((await approve(service, owner, first.approval.id, { for: 'template' })).status).toBe(200);
  const [grant] = await grants(owner);
  expect(grant).toEqual({
    id: expect.any(String),
    kind: 'template',
    machine: 'asked',
    container: null,
    cwd: '/tmp',
    token_hint: expect.any(String),
    command_template: 'echo same',
    approval_id: first.approval.id,
    created_at: expect.any(String),
    created_by: owner.username,
    expires_at: null,
  });
  const again = await ask(service, owner, 'echo same', { cwd: '/tmp', wait_seconds: 5 });
  expect(again.result).toMatchObject({ status: 'done', stdout: 'same\n' });
  expect(await entryOf(service, owner, again.result.execution_id)).toMatchObject({
    status: 'done',
    verdict: 'ask',
    rule: 'ask me',
    approval_id: first.approval.id,
    decided_by: owner.username,
  });
  expect(await status(owner, 'echo same', { cwd: '/', wait_seconds: 0 })).toBe('pending');
  expect(await status(owner, 'echo  same', { cwd: '/tmp', wait_seconds: 0 })).toBe('pending');
  // The person's own order is not that token's.
  const own = await service.call<Shown>('POST', '/synapse/exec', {
    token: owner.session,
    body: { machine: 'asked', command: 'echo same', cwd: '/tmp', wait_seconds: 0 },
  });
  expect(own.body.status).toBe('pending');
  const stranger = await newOwner(service);
  expect(await grants(stranger)).toEqual([]);
  const remove = (by: Owner) => service.call('DELETE', `/synapse/grants/${grant.id}`, { token: by.session });
  expect((await remove(stranger)).status).toBe(404);
  expect((await remove(owner)).status).toBe(204);
  expect(await status(owner, 'echo same', { cwd: '/tmp', wait_seconds: 0 })).toBe('pending');
});

it('for an hour lets whatever would be asked pass, until it is over or the token is gone; never what is denied', async () => {
  const owner = await newOwner(service);
  const first = await asked(owner, 'echo one');
  await approve(service, owner, first.approval.id, { for: 'hour' });
  expect(await status(owner, 'echo two')).toBe('done');
  expect(await grants(owner)).toMatchObject([{ kind: 'hour', command_template: null, expires_at: expect.any(String) }]);
  const policy = (text: string) => service.call('PUT', '/synapse/policy', { token: owner.session, body: { text } });
  await policy(ASKING_POLICY.replace('then: ask', 'then: deny'));
  expect((await ask(service, owner, 'echo two')).code).toBe('policy_denied');
  await policy(ASKING_POLICY);
  const token = await service.newToken(owner.session);
  expect(await status({ ...owner, token }, 'echo two', { wait_seconds: 0 })).toBe('pending');
  expect(await grants(owner)).toEqual([]);
  const renewed = { ...owner, token };
  const third = await asked(renewed, 'echo three');
  await approve(service, owner, third.approval.id, { for: 'hour' });
  expect(await status(renewed, 'echo four')).toBe('done');
  service.advance(3600_000);
  expect(await status(renewed, 'echo four', { wait_seconds: 0 })).toBe('pending');
});

it('is refused with what is wrong, and nothing is decided', async () => {
  const owner = await newOwner(service);
  const { approval } = await asked(owner, 'echo one');
  for (const body of [
    {},
    { decision: 'maybe' },
    { decision: 'deny', for: 'hour' },
    { decision: 'approve', for: 'ever' },
    { decision: 'approve', comment: 'x'.repeat(1001) },
    { decision: 'approve', extra: 1 },
  ]) {
    expect(await decide(service, owner, approval.id, body)).toMatchObject({
      status: 422,
      body: { code: 'arguments_invalid' },
    });
  }
  expect((await decide(service, owner, 'nope', { decision: 'approve' })).status).toBe(404);
  expect((await approve(service, owner, approval.id)).status).toBe(200);
});

it('counts questions and answers, and has room for fifty questions of a user', async () => {
  // What the tests before have left open is over, and is closed at the next look, every few seconds.
  service.advance(3600_000);
  const owner = await newOwner(service);
  const figure = async (name: string): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1) ?? 0,
    );
  };
  await expect.poll(() => figure('synapse_pending_approvals')).toBe(0);
  const denied = await figure('synapse_approvals_total{outcome="denied"}');
  const ids: string[] = [];
  for (let index = 0; index < 50; index++) {
    if (index === 30) service.advance(61_000);
    ids.push((await asked(owner, 'echo one')).approval.id);
  }
  expect(await figure('synapse_pending_approvals')).toBe(50);
  expect(await ask(service, owner, 'echo one')).toMatchObject({ isError: true, code: 'limit_reached' });
  await decide(service, owner, ids[0]!, { decision: 'deny' });
  expect(await figure('synapse_pending_approvals')).toBe(49);
  expect(await figure('synapse_approvals_total{outcome="denied"}')).toBe(denied + 1);
});

it('an hour is given before there is a question: to whom it names, on that machine, and by a person alone', async () => {
  const owner = await newOwner(service);
  const post = (body: object, token = owner.session) => service.call<Shown>('POST', '/synapse/grants', { token, body });
  expect(await status(owner, 'echo one', { wait_seconds: 0 })).toBe('pending');
  const made = await post({ machine: 'asked', token: 'helper' });
  expect([made.status, made.body]).toMatchObject([
    201,
    { kind: 'hour', machine: 'asked', token_hint: 'helper', command_template: null, created_by: owner.username },
  ]);
  const passed = await ask(service, owner, 'echo two', { wait_seconds: 5 });
  expect(passed.result).toMatchObject({ status: 'done', stdout: 'two\n' });
  expect(await entryOf(service, owner, passed.result.execution_id)).toMatchObject({
    verdict: 'ask',
    approval_id: made.body.id,
    decided_by: owner.username,
  });
  // The person's own orders are not the token's.
  const exec = { machine: 'asked', command: 'echo three', wait_seconds: 0 };
  const own = () => service.call<Shown>('POST', '/synapse/exec', { token: owner.session, body: exec });
  expect((await own()).body.status).toBe('pending');
  expect((await post({ machine: 'asked' })).body).toMatchObject({ token_hint: null });
  expect((await own()).body.status).not.toBe('pending');

  expect((await post({ machine: 'askd' })).body).toMatchObject({ code: 'machine_not_found' });
  expect((await post({ machine: 'asked', token: 'nobody' })).status).toBe(404);
  expect((await post({ machine: 'asked', for: 'ever' })).status).toBe(422);
  const noted = await service.call<Shown>('GET', '/synapse/executions?limit=50', { token: owner.session });
  expect(JSON.stringify(noted.body)).toContain(`grant ${made.body.id}: an hour on machine asked`);
  const login = new URLSearchParams({
    username: owner.username,
    password: `password of ${owner.username}`,
    limited: 'true',
  });
  const limited = await fetch(`${service.url}/auth/login`, { method: 'POST', body: login });
  const { access_token } = (await limited.json()) as { access_token: string };
  expect((await post({ machine: 'asked' }, access_token)).body).toMatchObject({ code: 'session_limited' });
  service.advance(3_600_001);
  expect(await grants(owner)).toEqual([]);
  await intact(service, owner);
});
