/** A break-glass: somebody decides their own question alone, in the sight of everybody who was to, and it is reviewed. */
import { expect, it } from 'vitest';
import type { Service, TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew, type TestCrew } from './on-both.ts';

interface Result {
  readonly status: string;
  readonly execution_id: string;
  readonly approval: { readonly id: string };
}
interface Shown {
  readonly code?: string;
  readonly status?: string;
}

const POLICY = [
  'version: 1\nrules:\n',
  '  - name: second\n    when: { program: whoami }\n    then: ask\n    ask: other\n',
  '  - name: both\n    when: { program: id }\n    then: ask\n    ask: keeper\n    approvals: 2\n',
].join('');
const HOUR_MS = 3_600_000;

describeServiceOnBoth('break-glass', (running) => {
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
  const decide = (service: Service, { session }: TestUser, id: string, more: object = {}) => {
    const body = { decision: 'approve', break_glass: true, comment: 'the site is down', ...more };
    return service.call<Shown>('POST', `/synapse/approvals/${id}`, { token: session, body });
  };
  const endOf = async (service: Service, { session }: TestUser, id: string, seconds = 60) =>
    (await service.call<Result>('GET', `/synapse/executions/${id}?wait_seconds=${seconds}`, { token: session })).body;
  const reviews = async (service: Service, { slug }: TestCrew, { session }: TestUser, status = 'open') => {
    type List = { reviews: { execution_id: string }[] };
    return (await service.call<List>('GET', `/crews/${slug}/reviews?status=${status}`, { token: session })).body
      .reviews;
  };
  const sign = (service: Service, { slug }: TestCrew, { session }: TestUser, id: string, comment = 'looked at it') =>
    service.call<Shown>('POST', `/crews/${slug}/reviews/${id}`, { token: session, body: { comment } });

  it('settles a question that two others were to decide, and stays open until another keeper signs it', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, owner, watcher } = crew.members;
    const asked = await ask(service, crew, keeper, 'id -u');
    expect((await decide(service, keeper, asked.approval.id, { break_glass: false })).body.code).toBe(
      'approval_not_yours',
    );
    const broken = await decide(service, keeper, asked.approval.id);
    expect(broken).toMatchObject({
      status: 200,
      body: { status: 'approved', break_glass: true, decided_by: keeper.username, comment: 'the site is down' },
    });
    expect((await endOf(service, keeper, asked.execution_id)).status).toBe('done');
    // The log says it, as sealed as the rest.
    const entry = `/crews/${crew.slug}/synapse/executions/${asked.execution_id}/entry`;
    const told = { break_glass: true, decided_by: keeper.username, status: 'done' };
    expect((await service.call('GET', entry, { token: watcher.session })).body).toMatchObject(told);
    const verified = await service.call('GET', `/crews/${crew.slug}/synapse/audit/verify`, { token: owner.session });
    expect(verified.body).toMatchObject({ intact: true, findings: [] });
    const exported = await fetch(`${service.url}/crews/${crew.slug}/synapse/audit/export`, {
      headers: { authorization: `Bearer ${owner.session}` },
    });
    expect(await exported.text()).toContain('"break_glass":true');

    const open = { execution_id: asked.execution_id, actor: keeper.username, comment: 'the site is down' };
    expect(await reviews(service, crew, watcher)).toMatchObject([{ ...open, status: 'open', signed_by: null }]);
    expect((await sign(service, crew, keeper, asked.execution_id)).body.code).toBe('approval_not_yours');
    expect((await sign(service, crew, operator, asked.execution_id)).body.code).toBe('role_required');
    expect((await sign(service, crew, crew.stranger, asked.execution_id)).body.code).toBe('not_found');
    expect((await sign(service, crew, owner, 'nothing-of-this-name')).body.code).toBe('not_found');
    expect((await sign(service, crew, owner, asked.execution_id, ' ')).status).toBe(422);
    expect(await reviews(service, crew, watcher)).toHaveLength(1);
    const signed = await Promise.all([1, 2].map(() => sign(service, crew, owner, asked.execution_id)));
    expect(signed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await reviews(service, crew, watcher)).toEqual([]);
    const after = { ...open, status: 'signed', signed_by: owner.username, signed_comment: 'looked at it' };
    expect(await reviews(service, crew, watcher, 'signed')).toMatchObject([after]);
    type Page = { entries: { command_template: string; source: string }[] };
    const log = await service.call<Page>('GET', `/crews/${crew.slug}/synapse/executions`, { token: watcher.session });
    const noted = log.body.entries.filter(({ command_template }) => command_template.startsWith('review '));
    expect(noted).toMatchObject([{ command_template: `review ${asked.execution_id}`, source: 'crew' }]);
  });

  it('takes a comment, a role that runs commands, one’s own question and a fresh sign-in; otherwise nothing runs', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, owner } = crew.members;
    const { id: approvalId } = (await ask(service, crew, operator, 'whoami')).approval;
    const refused = async (by: TestUser, more: object = {}) => {
      const { status, body } = await decide(service, by, approvalId, more);
      return [status, body.code];
    };
    expect(await refused(keeper)).toEqual([422, 'arguments_invalid']);
    expect(await refused(operator, { comment: ' ' })).toEqual([422, 'arguments_invalid']);
    expect(await refused(operator, { for: 'hour' })).toEqual([422, 'arguments_invalid']);
    expect(await refused(operator, { decision: 'deny' })).toEqual([422, 'arguments_invalid']);
    expect(await refused(crew.stranger)).toEqual([404, 'not_found']);

    const { queries } = service.app.database;
    const session = (change: { method: string } | { created_at: number }) =>
      queries.updateTable('sessions').set(change).where('user_id', '=', operator.id).execute();
    // Another way in does not say who sits there now.
    for (const method of ['single_sign_on', 'browser']) {
      await session({ method });
      expect(await refused(operator), method).toEqual([401, 'fresh_sign_in_required']);
    }
    await session({ method: 'password' });
    await session({ created_at: Date.now() - HOUR_MS });
    expect(await refused(operator)).toEqual([401, 'fresh_sign_in_required']);
    // The session goes on: only this was refused.
    expect((await service.call('GET', '/auth/me', { token: operator.session })).status).toBe(200);
    const pending = { token: operator.session };
    expect((await service.call('GET', `/synapse/approvals/${approvalId}`, pending)).body).toMatchObject({
      status: 'pending',
      comment: null,
    });
    expect(await reviews(service, crew, owner)).toEqual([]);
    const again = await service.login(operator.username, operator.password);
    expect((await decide(service, { ...operator, session: again }, approvalId)).status).toBe(200);

    // A question of one's own workspace has nobody else to pass over.
    const own = 'version: 1\nrules:\n  - name: ask\n    when: { program: whoami }\n    then: ask\n';
    await service.created('/synapse/machines', owner.session, { slug: 'mine', kind: 'local' });
    await service.call('PUT', '/synapse/policy', { token: owner.session, body: { text: own } });
    const body = { machine: 'mine', command: 'whoami', wait_seconds: 0 };
    const asked = await service.call<Result>('POST', '/synapse/exec', { token: owner.session, body });
    expect((await decide(service, owner, asked.body.approval.id)).body.code).toBe('arguments_invalid');
  });

  it('whoever has lost the role does not break it; of two at the same instant it runs once', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, owner } = crew.members;
    const twice = await ask(service, crew, operator, 'whoami');
    const answers = await Promise.all([1, 2, 3].map(() => decide(service, operator, twice.approval.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await endOf(service, operator, twice.execution_id)).status).toBe('done');
    expect(await reviews(service, crew, owner)).toHaveLength(1);

    const lost = await ask(service, crew, operator, 'whoami');
    const member = `/crews/${crew.slug}/members/${operator.username}`;
    await service.call('PUT', member, { token: owner.session, body: { role: 'watcher' } });
    expect((await decide(service, operator, lost.approval.id)).status).toBeGreaterThanOrEqual(400);
    const path = `/crews/${crew.slug}/synapse/executions/${lost.execution_id}?wait_seconds=60`;
    expect((await service.call<Result>('GET', path, { token: owner.session })).body.status).not.toBe('done');
    expect(await reviews(service, crew, owner)).toHaveLength(1);
  });

  it('everybody who could have decided is told, of the question and of the break-glass', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, owner, watcher } = crew.members;
    const webhook = { url: 'https://hooks.invalid/synapse', secret: 'a secret of sixteen characters' };
    for (const { session } of [operator, keeper, owner, watcher, crew.stranger]) {
      const put = await service.call('PUT', '/synapse/notifications', { token: session, body: { webhook } });
      expect(put.status).toBe(200);
    }
    const { queries } = service.app.database;
    const told = async (approvalId: string) => {
      const rows = await queries
        .selectFrom('notifications')
        .select(['id', 'workspace_id'])
        .where('approval_id', '=', approvalId)
        .execute();
      return { ids: rows.map(({ id }) => id), users: rows.map(({ workspace_id }) => workspace_id).toSorted() };
    };
    const asked = await ask(service, crew, operator, 'whoami');
    const before = await told(asked.approval.id);
    expect(before.users).toEqual([keeper.id, owner.id].toSorted());
    expect((await decide(service, operator, asked.approval.id)).status).toBe(200);
    const after = await told(asked.approval.id);
    expect(after.users).toEqual([keeper.id, owner.id].toSorted());
    // Each hears of it once: that it waited is not sent any more.
    expect(after.ids.filter((id) => before.ids.includes(id))).toEqual([]);
  });
});
