/** Questions in a crew: decided by whoever gave the order, by another member, by keepers, by two. Each runs once or never. */
import { expect, it } from 'vitest';
import type { Service, TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew, type TestCrew } from './on-both.ts';

interface Result {
  readonly status: string;
  readonly stdout: string;
  readonly execution_id: string;
  readonly approval: { readonly id: string };
}
interface Shown {
  readonly code?: string;
  readonly status: string;
  readonly ask?: string;
  readonly approvals?: number;
  readonly approved_by?: string[];
  readonly actor?: string;
}

const rule = (name: string, program: string, more: string): string =>
  `  - name: ${name}\n    when: { program: ${program} }\n    then: ask\n${more}`;
const POLICY = [
  'version: 1\nrules:\n',
  rule('mine', 'uname', ''),
  rule('second', 'whoami', '    ask: other\n'),
  rule('kept', 'hostname', '    ask: keeper\n'),
  rule('both', 'id', '    ask: other\n    approvals: 2\n'),
].join('');

describeServiceOnBoth('approvals in crews', (running) => {
  const setUp = async (service: Service): Promise<TestCrew> => {
    const crew = await newCrew(service);
    const base = `/crews/${crew.slug}/synapse`;
    const { keeper } = crew.members;
    await service.created(`${base}/machines`, keeper.session, { slug: 'web1', kind: 'local' });
    const put = await service.call('PUT', `${base}/policy`, { token: keeper.session, body: { text: POLICY } });
    expect(put.status).toBe(200);
    return crew;
  };
  const ask = async (service: Service, crew: TestCrew, { session }: TestUser, command: string): Promise<Result> => {
    const body = { machine: `${crew.slug}/web1`, command, wait_seconds: 0 };
    const answer = await service.call<Result>('POST', '/synapse/exec', { token: session, body });
    expect(answer.body).toMatchObject({ status: 'pending' });
    return answer.body;
  };
  const decide = async (service: Service, { session }: TestUser, id: string, decision = 'approve') =>
    (await service.call<Shown>('POST', `/synapse/approvals/${id}`, { token: session, body: { decision } })).body;
  const endOf = async (service: Service, { session }: TestUser, id: string, seconds = 60) =>
    (await service.call<Result>('GET', `/synapse/executions/${id}?wait_seconds=${seconds}`, { token: session })).body;
  const inbox = async (service: Service, { session }: TestUser) => {
    type List = { approvals: { id: string }[] };
    const { body } = await service.call<List>('GET', '/synapse/approvals?status=pending', { token: session });
    return body.approvals.map(({ id }) => id);
  };

  it('by default whoever gave the order decides, or a keeper', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, watcher, owner } = crew.members;
    const first = await ask(service, crew, operator, 'uname');
    expect(await inbox(service, operator)).toEqual([first.approval.id]);
    expect(await inbox(service, keeper)).toEqual([first.approval.id]);
    expect(await inbox(service, watcher)).toEqual([]);
    expect((await decide(service, crew.stranger, first.approval.id)).code).toBe('not_found');
    expect((await decide(service, watcher, first.approval.id)).code).toBe('role_required');
    expect(await decide(service, operator, first.approval.id)).toMatchObject({ status: 'approved' });
    expect((await decide(service, owner, first.approval.id)).code).toBe('approval_decided');
    expect(await endOf(service, operator, first.execution_id)).toMatchObject({ status: 'done' });
    const second = await ask(service, crew, operator, 'uname');
    expect(await decide(service, keeper, second.approval.id, 'deny')).toMatchObject({ status: 'denied' });
    expect(await endOf(service, operator, second.execution_id)).toMatchObject({ status: 'refused' });
  });

  it('another member decides where the policy says so, never whoever gave the order', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, owner, watcher } = crew.members;
    const other = await ask(service, crew, owner, 'whoami');
    expect((await decide(service, owner, other.approval.id)).code).toBe('approval_not_yours');
    expect((await decide(service, watcher, other.approval.id)).code).toBe('role_required');
    expect(await decide(service, operator, other.approval.id)).toMatchObject({ status: 'approved', ask: 'other' });
    expect((await endOf(service, owner, other.execution_id)).status).toBe('done');
    const kept = await ask(service, crew, keeper, 'hostname');
    expect((await decide(service, operator, kept.approval.id)).code).toBe('role_required');
    expect((await decide(service, keeper, kept.approval.id)).code).toBe('approval_not_yours');
    expect(await decide(service, owner, kept.approval.id)).toMatchObject({
      status: 'approved',
      actor: keeper.username,
    });
    expect((await endOf(service, keeper, kept.execution_id)).status).toBe('done');
  });

  it('the comment of who agreed reaches whoever reads the result, without what is secret to the crew', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, watcher } = crew.members;
    const value = 'crew-secret-1f9b2d44e0';
    const secret = `/crews/${crew.slug}/synapse/secrets/TOKEN`;
    await service.call('PUT', secret, { token: keeper.session, body: { value } });
    const asked = await ask(service, crew, operator, 'uname');
    const decision = { decision: 'approve', comment: `fine, but not ${value}` };
    const path = `/synapse/approvals/${asked.approval.id}`;
    const agreed = await service.call<Shown>('POST', path, { token: keeper.session, body: decision });
    expect(agreed.body).toMatchObject({ status: 'approved' });
    for (const reader of [operator, watcher]) {
      const end = await endOf(service, reader, asked.execution_id);
      expect(end).toMatchObject({ status: 'done', comment: expect.stringContaining('fine, but not') });
      expect(JSON.stringify(end)).not.toContain(value);
    }
  });

  it('two different people approve; who has lost the role meanwhile does not count; the first denial ends it', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, owner, watcher } = crew.members;
    const asked = await ask(service, crew, operator, 'id -u');
    expect(await decide(service, keeper, asked.approval.id)).toMatchObject({
      status: 'pending',
      approvals: 2,
      approved_by: [keeper.username],
    });
    expect((await decide(service, keeper, asked.approval.id)).code).toBe('approval_decided');
    expect((await endOf(service, operator, asked.execution_id, 0)).status).toBe('pending');
    expect(await decide(service, owner, asked.approval.id)).toMatchObject({ status: 'approved' });
    expect((await endOf(service, operator, asked.execution_id)).status).toBe('done');
    // The log goes on to name both after the end.
    const entry = `/crews/${crew.slug}/synapse/executions/${asked.execution_id}/entry`;
    expect((await service.call('GET', entry, { token: watcher.session })).body).toMatchObject({
      status: 'done',
      decided_by: `${keeper.username}, ${owner.username}`,
    });

    const again = await ask(service, crew, operator, 'id -u');
    await decide(service, keeper, again.approval.id);
    const path = `/crews/${crew.slug}/members/${keeper.username}`;
    await service.call('PUT', path, { token: owner.session, body: { role: 'watcher' } });
    expect(await decide(service, owner, again.approval.id)).toMatchObject({ status: 'pending' });
    await service.call('PUT', `/crews/${crew.slug}/members/${watcher.username}`, {
      token: owner.session,
      body: { role: 'operator' },
    });
    expect(await decide(service, watcher, again.approval.id, 'deny')).toMatchObject({ status: 'denied' });
    expect((await endOf(service, operator, again.execution_id)).status).toBe('refused');
  });

  it('of several who approve at the same instant, it runs once', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, owner, watcher } = crew.members;
    await service.call('PUT', `/crews/${crew.slug}/members/${watcher.username}`, {
      token: owner.session,
      body: { role: 'operator' },
    });
    const asked = await ask(service, crew, operator, 'id -u');
    await Promise.all([keeper, owner, watcher].map((one) => decide(service, one, asked.approval.id)));
    expect((await endOf(service, operator, asked.execution_id)).status).toBe('done');
    const { queries } = service.app.database;
    const rows = await queries
      .selectFrom('audit_entries')
      .select('status')
      .where('approval_id', '=', asked.approval.id)
      .execute();
    expect(rows).toEqual([{ status: 'done' }]);
  });

  it('a personal policy leaves no decision to others', async () => {
    const service = running();
    const alone = await service.newUser('pro');
    for (const words of ['ask: other', 'ask: keeper', 'approvals: 2']) {
      const text = `version: 1\nrules:\n  - name: x\n    then: ask\n    ${words}\n`;
      const { body } = await service.call('PUT', '/synapse/policy', { token: alone.session, body: { text } });
      expect(body, words).toMatchObject({ code: 'policy_invalid' });
    }
  });

  it('a question is not decided by fewer, or by others, than the policy asks by then', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper } = crew.members;
    const path = `/crews/${crew.slug}/synapse/policy`;
    const put = async (more: string) => {
      const text = `version: 1\nrules:\n${rule('mine', 'uname', more)}`;
      expect((await service.call('PUT', path, { token: keeper.session, body: { text } })).status).toBe(200);
    };
    for (const more of ['    ask: other\n', '    ask: keeper\n', '    approvals: 2\n']) {
      await put('');
      const asked = await ask(service, crew, operator, 'uname');
      await put(more);
      expect((await decide(service, operator, asked.approval.id)).code, more).toBe('approval_stale');
      expect((await endOf(service, operator, asked.execution_id)).status).toBe('refused');
    }
    // What was asked of more people goes on to be.
    await put('    ask: keeper\n');
    const asked = await ask(service, crew, operator, 'uname');
    await put('');
    expect((await decide(service, operator, asked.approval.id)).code).toBe('approval_not_yours');
    expect(await decide(service, keeper, asked.approval.id)).toMatchObject({ status: 'approved' });
    expect((await endOf(service, operator, asked.execution_id)).status).toBe('done');
  });

  it('an inbox has room for what one may decide, however much waits for others', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, watcher } = crew.members;
    const asked = await ask(service, crew, operator, 'uname');
    for (let count = 0; count < 2; count++) await ask(service, crew, keeper, 'hostname');
    const newest = async ({ session }: TestUser) => {
      type List = { approvals: { id: string }[] };
      const path = '/synapse/approvals?status=pending&limit=1';
      return (await service.call<List>('GET', path, { token: session })).body.approvals.map(({ id }) => id);
    };
    expect(await newest(operator)).toEqual([asked.approval.id]);
    expect(await newest(watcher)).toEqual([]);
  });

  it.each([
    ['removed', 'not_found'],
    ['demoted', 'role_required'],
  ])('who asked and is %s learns why the question is over', async (way, code) => {
    const service = running();
    const crew = await setUp(service);
    const { operator, owner } = crew.members;
    const asked = await ask(service, crew, operator, 'whoami');
    const path = `/crews/${crew.slug}/members/${operator.username}`;
    if (way === 'removed') await service.call('DELETE', path, { token: owner.session });
    else await service.call('PUT', path, { token: owner.session, body: { role: 'watcher' } });
    const entry = `/crews/${crew.slug}/synapse/executions/${asked.execution_id}?wait_seconds=60`;
    expect((await service.call('GET', entry, { token: owner.session })).body).toMatchObject({
      status: 'cancelled',
      refusal: { code },
    });
  });

  it('with whoever asked goes the question', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, owner } = crew.members;
    const asked = await ask(service, crew, operator, 'whoami');
    await service.call('DELETE', `/crews/${crew.slug}/members/${operator.username}`, { token: owner.session });
    const path = `/crews/${crew.slug}/synapse/executions/${asked.execution_id}?wait_seconds=60`;
    expect((await service.call<Result>('GET', path, { token: owner.session })).body.status).not.toBe('pending');
    expect((await decide(service, owner, asked.approval.id)).code).toBe('approval_decided');
  });
});
