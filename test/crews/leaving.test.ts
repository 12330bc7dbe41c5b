/** Whoever loses a role loses what it allowed: what runs, what is followed. So does everybody with a deleted crew. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { isGone } from '../engines/supervise.ts';
import type { Answer, Service, TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew, type TestCrew } from './on-both.ts';

interface Result {
  readonly status: string;
  readonly execution_id: string;
}

type Lose = (service: Service, crew: TestCrew) => Promise<unknown>;

const WAYS: readonly [string, string, Lose][] = [
  [
    'is removed',
    'not_found',
    (service, { slug, members: { owner, operator } }) =>
      service.call('DELETE', `/crews/${slug}/members/${operator.username}`, { token: owner.session }),
  ],
  [
    'leaves',
    'not_found',
    (service, { slug, members: { operator } }) =>
      service.call('DELETE', `/crews/${slug}/members/${operator.username}`, { token: operator.session }),
  ],
  [
    'is demoted',
    'role_required',
    (service, { slug, members: { owner, operator } }) =>
      service.call('PUT', `/crews/${slug}/members/${operator.username}`, {
        token: owner.session,
        body: { role: 'watcher' },
      }),
  ],
  [
    'comes to the end of their time',
    'not_found',
    (service, { members: { operator } }) =>
      service.app.database.queries
        .updateTable('crew_members')
        .set({ until: Date.now() - 1 })
        .where('user_id', '=', operator.id)
        .execute(),
  ],
];

describeServiceOnBoth('leaving a crew', (running) => {
  let marks = 0;

  /** A command that runs by the time this resolves, and would for long. */
  const begin = async (service: Service, crew: TestCrew, { session }: TestUser) => {
    const mark = join(service.scratch, `mark-${++marks}`);
    const ended: Promise<Answer<Result>> = service.call('POST', '/synapse/exec', {
      token: session,
      body: { machine: `${crew.slug}/web1`, command: `touch ${mark}; exec sleep 250`, timeout_seconds: 300 },
    });
    await vi.waitUntil(() => existsSync(mark), { timeout: 60_000, interval: 20 });
    return { ended };
  };
  const setUp = async (service: Service): Promise<TestCrew> => {
    const crew = await newCrew(service);
    const machine = { slug: 'web1', kind: 'local' };
    await service.created(`/crews/${crew.slug}/synapse/machines`, crew.members.keeper.session, machine);
    return crew;
  };
  const entryOf = (service: Service, executionId: string) =>
    service.app.database.queries
      .selectFrom('audit_entries')
      .select(['status', 'refusal'])
      .where('execution_id', '=', executionId)
      .executeTakeFirstOrThrow();

  it.each(WAYS)('a command ends when its member %s, and those of others go on', async (_way, code, lose) => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper } = crew.members;
    const theirs = await begin(service, crew, operator);
    const others = await begin(service, crew, keeper);
    await lose(service, crew);
    const { body } = await theirs.ended;
    expect(body.status).toBe('cancelled');
    expect(await entryOf(service, body.execution_id)).toEqual({ status: 'cancelled', refusal: code });
    type Page = { entries: { execution_id: string; status: string }[] };
    const listed = await service.call<Page>('GET', `/crews/${crew.slug}/synapse/executions`, { token: keeper.session });
    const running_ = listed.body.entries.filter(({ status }) => status === 'running');
    expect(running_).toHaveLength(1);
    const cancel = `/crews/${crew.slug}/synapse/executions/${running_[0]!.execution_id}/cancel`;
    await service.call('POST', cancel, { token: keeper.session });
    expect((await others.ended).body.status).toBe('cancelled');
  });

  it('a command may be cancelled by who gave it and by keepers', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, owner, watcher } = crew.members;
    await service.call('PUT', `/crews/${crew.slug}/members/${watcher.username}`, {
      token: owner.session,
      body: { role: 'operator' },
    });
    const { ended } = await begin(service, crew, operator);
    type Page = { entries: { execution_id: string }[] };
    const listed = await service.call<Page>('GET', `/crews/${crew.slug}/synapse/executions`, {
      token: watcher.session,
    });
    const path = `/crews/${crew.slug}/synapse/executions/${listed.body.entries[0]!.execution_id}/cancel`;
    const cancel = ({ session }: TestUser) => service.call<{ code?: string }>('POST', path, { token: session });
    expect((await cancel(watcher)).body.code).toBe('role_required');
    expect((await cancel(crew.stranger)).body.code).toBe('not_found');
    expect((await cancel(keeper)).status).toBe(200);
    expect((await ended).body.status).toBe('cancelled');
  });

  it('a command is stopped by its id alone, whatever the plan of who gave it, and by nobody whose role does not', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, owner, watcher } = crew.members;
    const another = await service.newUser('free');
    await service.call('PUT', `/crews/${crew.slug}/members/${another.username}`, {
      token: owner.session,
      body: { role: 'operator' },
    });
    const stop = async ({ session }: TestUser, id: string) =>
      (
        await service.call<{ code?: string; status: string }>('POST', `/synapse/executions/${id}/cancel`, {
          token: session,
        })
      ).body;
    for (const by of [operator, keeper]) {
      const { ended } = await begin(service, crew, operator);
      type Page = { entries: { execution_id: string }[] };
      const path = `/crews/${crew.slug}/synapse/executions?status=running`;
      const { entries } = (await service.call<Page>('GET', path, { token: watcher.session })).body;
      const id = entries[0]!.execution_id;
      for (const other of [watcher, another]) expect(await stop(other, id)).toMatchObject({ code: 'role_required' });
      const unknown = await stop(crew.stranger, '01m7rmtcn9g7afpz1vanxwykgm');
      expect(unknown).toMatchObject({ code: 'execution_not_found' });
      expect(await stop(crew.stranger, id)).toEqual(unknown);
      expect(await stop(by, id)).toMatchObject({ status: 'cancelled' });
      expect((await ended).body.status).toBe('cancelled');
    }
    // In one's own workspace the plan decides, as it does for running.
    expect(await stop(await service.newUser('free'), '01m7rmtcn9g7afpz1vanxwykgm')).toMatchObject({
      code: 'plan_required',
    });
  });

  it('a stream closes when its reader is removed', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, watcher, owner } = crew.members;
    const { ended } = await begin(service, crew, operator);
    type Page = { entries: { execution_id: string }[] };
    const listed = await service.call<Page>('GET', `/crews/${crew.slug}/synapse/executions`, {
      token: watcher.session,
    });
    const path = `/crews/${crew.slug}/synapse/executions/${listed.body.entries[0]!.execution_id}`;
    const stream = await fetch(`${service.url}${path}/stream`, {
      headers: { authorization: `Bearer ${watcher.session}` },
    });
    expect(stream.status).toBe(200);
    const whole = stream.text();
    await service.call('DELETE', `/crews/${crew.slug}/members/${watcher.username}`, { token: owner.session });
    expect(await whole).not.toContain('event: end');
    expect(
      (await fetch(`${service.url}${path}/stream`, { headers: { authorization: `Bearer ${watcher.session}` } })).status,
    ).toBe(404);
    await service.call('POST', `${path}/cancel`, { token: operator.session });
    await ended;
  });

  it('with a crew ends what runs on its machines', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, owner } = crew.members;
    const { ended } = await begin(service, crew, operator);
    const body = { confirm: crew.slug };
    expect((await service.call('DELETE', `/crews/${crew.slug}`, { token: owner.session, body })).status).toBe(204);
    expect((await ended).body.status).toBe('cancelled');
    const { queries } = service.app.database;
    expect(await queries.selectFrom('machines').select('id').where('slug', '=', 'web1').execute()).not.toContainEqual({
      id: crew.slug,
    });
  });

  it('with a crew ends its jobs, too, while their machine can still be reached', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, owner } = crew.members;
    const life = join(service.scratch, `job-${++marks}`);
    const begun = await service.call<Result>('POST', '/synapse/exec', {
      token: operator.session,
      body: { machine: `${crew.slug}/web1`, command: `echo $$ > ${life}; exec sleep 250`, detach: true },
    });
    expect(begun.body.status).toBe('running');
    await vi.waitUntil(() => existsSync(life) && readFileSync(life, 'utf8') !== '', { timeout: 60_000, interval: 20 });
    const pid = Number(readFileSync(life, 'utf8'));
    expect(await isGone(pid)).toBe(false);
    const body = { confirm: crew.slug };
    expect((await service.call('DELETE', `/crews/${crew.slug}`, { token: owner.session, body })).status).toBe(204);
    expect(await isGone(pid)).toBe(true);
    expect((await entryOf(service, begun.body.execution_id)).status).toBe('cancelled');
  });
});
