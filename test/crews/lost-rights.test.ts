/** What a member began by a role ends with it, and does not come back with a role that is given back later. */
import { expect, it } from 'vitest';
import type { Service, TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew, type TestCrew } from './on-both.ts';

interface Result {
  readonly status: string;
  readonly code?: string;
  readonly execution_id: string;
  readonly approval: { readonly id: string };
}

const POLICY = `version: 1
rules:
  - name: two others
    when: { program: id }
    then: ask
    ask: other
    approvals: 2
  - name: another
    when: { program: touch }
    then: ask
    ask: other
`;

describeServiceOnBoth('what goes with a role', (running) => {
  const setUp = async (service: Service): Promise<TestCrew> => {
    const crew = await newCrew(service);
    const base = `/crews/${crew.slug}/synapse`;
    const { keeper } = crew.members;
    await service.created(`${base}/machines`, keeper.session, { slug: 'web1', kind: 'local' });
    await service.call('PUT', `${base}/policy`, { token: keeper.session, body: { text: POLICY } });
    return crew;
  };
  const setRole = async (service: Service, crew: TestCrew, { username }: TestUser, role: string | null) => {
    const path = `/crews/${crew.slug}/members/${username}`;
    const { session } = crew.members.owner;
    const { status } =
      role === null
        ? await service.call('DELETE', path, { token: session })
        : await service.call('PUT', path, { token: session, body: { role } });
    expect(status).toBe(role === null ? 204 : 200);
  };
  const order = async (service: Service, crew: TestCrew, { session }: TestUser, command: string): Promise<Result> => {
    const body = { machine: `${crew.slug}/web1`, command, wait_seconds: 0 };
    return (await service.call<Result>('POST', '/synapse/exec', { token: session, body })).body;
  };
  const approve = async (service: Service, { session }: TestUser, { approval }: Result, more: object = {}) =>
    (
      await service.call<{ status: string; code?: string; approved_by?: string[] }>(
        'POST',
        `/synapse/approvals/${approval.id}`,
        { token: session, body: { decision: 'approve', ...more } },
      )
    ).body;
  const endOf = async (service: Service, crew: TestCrew, { execution_id }: Result): Promise<string> => {
    const path = `/crews/${crew.slug}/synapse/executions/${execution_id}?wait_seconds=60`;
    return (await service.call<Result>('GET', path, { token: crew.members.owner.session })).body.status;
  };
  /** One more operator, so that there are three who may decide. */
  const second = async (service: Service, crew: TestCrew): Promise<TestUser> => {
    const user = await service.newUser('free');
    await setRole(service, crew, user, 'operator');
    return user;
  };
  const disable = async (service: Service, { id }: TestUser, disabled: boolean) => {
    const token = await service.login();
    expect((await service.call('PATCH', `/admin/users/${id}`, { token, body: { disabled } })).status).toBe(200);
  };
  const ended = (service: Service, crew: TestCrew, { id }: TestUser, change: object) =>
    service.app.database.queries
      .updateTable('crew_members')
      .set(change)
      .where('user_id', '=', id)
      .where('crew_id', 'in', (eb) => eb.selectFrom('crews').select('id').where('slug', '=', crew.slug))
      .execute();

  it.each<[string, (service: Service, crew: TestCrew, one: TestUser) => Promise<unknown>]>([
    [
      'is removed and added again',
      async (service, crew, one) => {
        await setRole(service, crew, one, null);
        await setRole(service, crew, one, 'operator');
      },
    ],
    [
      'is demoted and promoted again',
      async (service, crew, one) => {
        await setRole(service, crew, one, 'watcher');
        await setRole(service, crew, one, 'operator');
      },
    ],
    [
      'came to the end of their time and is added again',
      async (service, crew, one) => {
        await ended(service, crew, one, { until: Date.now() - 1 });
        await setRole(service, crew, one, 'operator');
      },
    ],
    [
      'has a disabled account',
      async (service, _crew, one) => {
        await disable(service, one, true);
      },
    ],
    [
      'had a disabled account',
      async (service, _crew, one) => {
        for (const disabled of [true, false]) await disable(service, one, disabled);
      },
    ],
  ])('one of two approvals does not count of somebody who %s', async (_what, lose) => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, owner } = crew.members;
    const one = await second(service, crew);
    const asked = await order(service, crew, operator, 'id');
    expect(await approve(service, one, asked)).toMatchObject({ status: 'pending', approved_by: [one.username] });
    await lose(service, crew, one);
    expect(await approve(service, keeper, asked)).toMatchObject({ status: 'pending' });
    expect(await approve(service, owner, asked)).toMatchObject({ status: 'approved' });
    expect(await endOf(service, crew, asked)).toBe('done');
  });

  it('an approval stays of who keeps the right to it', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, owner } = crew.members;
    const asked = await order(service, crew, operator, 'id');
    await approve(service, keeper, asked);
    await setRole(service, crew, keeper, 'operator');
    expect(await approve(service, owner, asked)).toMatchObject({ status: 'approved' });
  });

  it('a grant lifts nothing any more once its maker may not decide, also later', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper } = crew.members;
    const one = await second(service, crew);
    const file = `touch ${service.scratch}/granted`;
    const asked = await order(service, crew, operator, file);
    expect(await approve(service, one, asked, { for: 'hour' })).toMatchObject({ status: 'approved' });
    expect(await endOf(service, crew, asked)).toBe('done');
    const passed = await order(service, crew, operator, file);
    expect(await endOf(service, crew, passed)).toBe('done');
    const grants = async () => {
      const path = `/crews/${crew.slug}/synapse/grants`;
      return (await service.call<{ grants: object[] }>('GET', path, { token: keeper.session })).body.grants;
    };
    expect(await grants()).toHaveLength(1);
    // Their time is over, and nobody has written that down yet.
    await ended(service, crew, one, { until: Date.now() - 1 });
    expect(await order(service, crew, operator, file)).toMatchObject({ status: 'pending' });
    expect(await grants()).toEqual([]);
    await setRole(service, crew, one, 'operator');
    expect(await order(service, crew, operator, file)).toMatchObject({ status: 'pending' });
  });

  it('an invitation is good for as long as who made it may invite', async () => {
    const service = running();
    const crew = await newCrew(service);
    const { keeper, owner } = crew.members;
    const invite = async (): Promise<string> => {
      const made = await service.created<{ url: string }>(`/crews/${crew.slug}/invitations`, keeper.session, {
        role: 'owner',
      });
      return made.url;
    };
    const join = async ({ session }: TestUser, code: string) =>
      (await service.call<{ code?: string }>('POST', '/crews/join', { token: session, body: { code } })).body;
    const invalid = { code: 'invitation_invalid' };
    await setRole(service, crew, keeper, 'owner');
    const [first, later] = [await invite(), await invite()];
    await setRole(service, crew, keeper, null);
    expect(await join(keeper, first)).toMatchObject(invalid);
    await setRole(service, crew, keeper, 'owner');
    expect(await join(crew.stranger, later)).toMatchObject(invalid);
    const third = await invite();
    await ended(service, crew, keeper, { until: Date.now() - 1 });
    expect(await join(crew.stranger, third)).toMatchObject(invalid);
    type List = { invitations: object[] };
    await setRole(service, crew, keeper, 'operator');
    const path = `/crews/${crew.slug}/invitations`;
    expect((await service.call<List>('GET', path, { token: owner.session })).body.invitations).toEqual([]);
  });

  it('a request for a role ends with the membership', async () => {
    const service = running();
    const crew = await newCrew(service);
    const { watcher, keeper } = crew.members;
    const path = `/crews/${crew.slug}/requests`;
    const wish = { role: 'operator', hours: 1, reason: 'a deployment' };
    const { id } = await service.created<{ id: string }>(path, watcher.session, wish);
    await setRole(service, crew, watcher, null);
    await setRole(service, crew, watcher, 'watcher');
    const answer = { token: keeper.session, body: { decision: 'approve' } };
    expect((await service.call('POST', `${path}/${id}`, answer)).body).toMatchObject({ code: 'approval_decided' });
    type List = { members: { username: string; role: string }[] };
    const { body } = await service.call<List>('GET', `/crews/${crew.slug}/members`, { token: keeper.session });
    expect(body.members).toContainEqual(expect.objectContaining({ username: watcher.username, role: 'watcher' }));
  });
});
