/** What else a crew has of its own: statistics, grants, channels, events, freezes; and what is named from elsewhere. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Service, TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew, type TestCrew } from './on-both.ts';

interface Result {
  readonly code?: string;
  readonly status: string;
  readonly execution_id: string;
  readonly approval: { readonly id: string };
}

const POLICY = `version: 1
rules:
  - name: mine
    when: { program: uname }
    then: ask
  - name: second
    when: { program: whoami }
    then: ask
    ask: other
`;

describeServiceOnBoth('what a crew has of its own', (running) => {
  const setUp = async (service: Service): Promise<TestCrew & { base: string }> => {
    const crew = await newCrew(service);
    const base = `/crews/${crew.slug}/synapse`;
    const { session } = crew.members.keeper;
    await service.created(`${base}/machines`, session, { slug: 'web1', kind: 'local' });
    await service.call('PUT', `${base}/policy`, { token: session, body: { text: POLICY } });
    return { ...crew, base };
  };
  const exec = async (service: Service, crew: TestCrew, { session }: TestUser, command: string) => {
    const body = { machine: `${crew.slug}/web1`, command, wait_seconds: 0 };
    return (await service.call<Result>('POST', '/synapse/exec', { token: session, body })).body;
  };
  const get = async <T>(service: Service, { session }: TestUser, path: string) =>
    (await service.call<T>('GET', path, { token: session })).body;

  it('statistics are those of the crew, whoever asks', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, watcher } = crew.members;
    expect((await exec(service, crew, operator, 'true')).code).toBeUndefined();
    expect((await exec(service, crew, keeper, 'true')).code).toBeUndefined();
    type Stats = { totals: { commands: number } };
    const commands = async (who: TestUser, path: string) => (await get<Stats>(service, who, path)).totals.commands;
    await vi.waitUntil(async () => (await commands(watcher, `${crew.base}/stats`)) === 2, { timeout: 60_000 });
    expect(await commands(operator, '/synapse/stats')).toBe(0);
    type Breakdown = { commands: { command: string; runs: number }[] };
    const { commands: largest } = await get<Breakdown>(service, watcher, `${crew.base}/stats/breakdown`);
    expect(largest).toEqual(expect.any(Array));
  });

  it('a grant lets pass what its maker could decide, and nothing that takes somebody else', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, watcher } = crew.members;
    const decide = ({ session }: TestUser, id: string, more: object) =>
      service.call<Result>('POST', `/synapse/approvals/${id}`, {
        token: session,
        body: { decision: 'approve', ...more },
      });
    type List = { grants: { id: string; actor?: string; machine: string }[] };
    const grants = async (who: TestUser) => (await get<List>(service, who, `${crew.base}/grants`)).grants;
    const asked = await exec(service, crew, operator, 'uname');
    expect((await decide(operator, asked.approval.id, { for: 'hour' })).status).toBe(200);
    expect(await grants(watcher)).toMatchObject([{ actor: operator.username, machine: 'web1' }]);
    expect((await exec(service, crew, operator, 'uname -a')).status).not.toBe('pending');
    // It was given by whoever gave the order: another person is asked as before.
    const second = await exec(service, crew, operator, 'whoami');
    expect(second.status).toBe('pending');
    // It is theirs alone.
    expect((await exec(service, crew, keeper, 'uname')).status).toBe('pending');
    expect((await decide(keeper, second.approval.id, { for: 'hour' })).status).toBe(200);
    expect((await exec(service, crew, operator, 'whoami')).status).not.toBe('pending');

    // An hour given before there is a question counts for what one decides oneself.
    const body = { machine: 'web1' };
    const made = await service.call<{ id: string }>('POST', `${crew.base}/grants`, { token: keeper.session, body });
    expect(made).toMatchObject({ status: 201, body: { actor: keeper.username, created_by: keeper.username } });
    expect((await exec(service, crew, keeper, 'uname')).status).not.toBe('pending');
    expect((await exec(service, crew, keeper, 'whoami')).status).toBe('pending');
    const remove = ({ session }: TestUser, id: string) =>
      service.call('DELETE', `${crew.base}/grants/${id}`, { token: session });
    expect((await remove(operator, made.body.id)).status).toBe(404);
    expect((await remove(keeper, made.body.id)).status).toBe(204);
    // Named from one's own address, it is the crew's all the same.
    const named = await service.call('POST', '/synapse/grants', {
      token: operator.session,
      body: { machine: `${crew.slug}/web1` },
    });
    expect(named.status).toBe(201);
    expect(
      await service.call('POST', '/synapse/grants', {
        token: watcher.session,
        body: { machine: `${crew.slug}/web1` },
      }),
    ).toMatchObject({ status: 403, body: { code: 'role_required' } });
    expect((await get<List>(service, operator, '/synapse/grants')).grants).toEqual([]);
    for (const { id } of await grants(keeper)) expect((await remove(keeper, id)).status).toBe(204);
    expect((await exec(service, crew, operator, 'uname')).status).toBe('pending');
  });

  it('a grant that is taken back is in the log, with who did it', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, watcher, owner } = crew.members;
    type Entries = { entries: { command_template: string; source: string; actor?: { username: string } }[] };
    const noted = async (who: TestUser, path: string) =>
      (await get<Entries>(service, who, `${path}/executions`)).entries
        .filter(({ command_template }) => command_template.startsWith('ungrant'))
        .map(({ command_template, source, actor }) => [command_template, source, actor?.username]);
    const grant = async (by: TestUser, body: object, base = crew.base) =>
      (await service.created<{ id: string }>(`${base}/grants`, by.session, body)).id;
    const remove = ({ session }: TestUser, id: string, base = crew.base) =>
      service.call('DELETE', `${base}/grants/${id}`, { token: session });
    const own = await grant(operator, { machine: 'web1' });
    expect((await remove(watcher, own)).status).toBe(403);
    expect((await remove(operator, own)).status).toBe(204);
    expect((await remove(operator, own)).status).toBe(404);
    const asked = await exec(service, crew, operator, 'uname');
    const body = { decision: 'approve', for: 'template' };
    await service.call('POST', `/synapse/approvals/${asked.approval.id}`, { token: operator.session, body });
    type List = { grants: { id: string }[] };
    const [template] = (await get<List>(service, keeper, `${crew.base}/grants`)).grants;
    expect((await remove(keeper, template!.id)).status).toBe(204);
    expect(await noted(watcher, crew.base)).toEqual([
      [
        `ungrant ${template!.id}: a template on machine web1 for orders of ${operator.username} (approval ${asked.approval.id})`,
        'crew',
        keeper.username,
      ],
      [`ungrant ${own}: an hour on machine web1 for own orders`, 'crew', operator.username],
    ]);
    expect((await get<{ intact: boolean }>(service, owner, `${crew.base}/audit/verify`)).intact).toBe(true);
    // In one's own workspace, too.
    await service.created('/synapse/machines', owner.session, { slug: 'mine', kind: 'local' });
    const mine = await grant(owner, { machine: 'mine' }, '/synapse');
    expect((await remove(owner, mine, '/synapse')).status).toBe(204);
    expect(await noted(owner, '/synapse')).toEqual([
      [`ungrant ${mine}: an hour on machine mine for own orders`, 'rest', undefined],
    ]);
  });

  it('a job says who started it', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, watcher, owner } = crew.members;
    const body = { machine: 'web1', command: 'true', detach: true };
    await service.call('POST', `${crew.base}/exec`, { token: operator.session, body });
    type Jobs = { jobs: { actor?: string }[] };
    expect((await get<Jobs>(service, watcher, `${crew.base}/jobs`)).jobs).toMatchObject([{ actor: operator.username }]);
    await service.created('/synapse/machines', owner.session, { slug: 'mine', kind: 'local' });
    await service.call('POST', '/synapse/exec', { token: owner.session, body: { ...body, machine: 'mine' } });
    const [own] = (await get<Jobs>(service, owner, '/synapse/jobs')).jobs;
    expect(own).not.toHaveProperty('actor');
  });

  it('the channels of a crew hear of its questions', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, watcher } = crew.members;
    const heard: string[] = [];
    const arrived = Promise.withResolvers<void>();
    const receiver = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
      request.on('end', () => {
        response.end();
        arrived.resolve();
      });
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    try {
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      const put = ({ session }: TestUser) =>
        service.call<{ code?: string }>('PUT', `${crew.base}/notifications`, {
          token: session,
          body: { slack: { url } },
        });
      expect((await put(operator)).body.code).toBe('role_required');
      expect((await put(keeper)).status).toBe(200);
      type List = { channels: { kind: string }[] };
      expect((await get<List>(service, keeper, `${crew.base}/notifications`)).channels).toMatchObject([
        { kind: 'slack' },
      ]);
      expect((await get<Result>(service, watcher, `${crew.base}/notifications`)).code).toBe('role_required');
      expect((await get<List>(service, keeper, '/synapse/notifications')).channels).toEqual([]);
      await exec(service, crew, operator, 'uname');
      await arrived.promise;
      expect(heard.join('')).toContain('uname');
      const gone = await service.call('DELETE', `${crew.base}/notifications/slack`, { token: keeper.session });
      expect(gone.status).toBe(204);
    } finally {
      receiver.closeAllConnections();
      await new Promise((done) => receiver.close(done));
    }
  });

  /** What a stream of events has said so far. */
  const follow = async (service: Service, { session }: TestUser, path: string) => {
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${session}` };
    const stream = await fetch(`${service.url}${path}`, { headers, signal: stop.signal });
    const seen: string[] = [];
    const ended = (async () => {
      for await (const piece of stream.body ?? []) seen.push(Buffer.from(piece as Uint8Array).toString());
    })().catch(() => undefined);
    return { status: stream.status, seen, ended, stop: () => stop.abort() };
  };

  it('members follow what happens in their crew; those who may decide hear of a question at their own address', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, watcher, owner } = crew.members;
    expect((await follow(service, crew.stranger, `${crew.base}/events`)).status).toBe(404);
    const board = await follow(service, watcher, `${crew.base}/events`);
    const inbox = await follow(service, keeper, '/synapse/events');
    const idle = await follow(service, watcher, '/synapse/events');
    const asked = await exec(service, crew, operator, 'uname');
    const heardIn = (stream: { seen: string[] }) => () => stream.seen.join('').includes(asked.approval.id);
    await vi.waitUntil(heardIn(board), { timeout: 60_000, interval: 20 });
    await vi.waitUntil(heardIn(inbox), { timeout: 60_000, interval: 20 });
    expect(inbox.seen.join('')).toContain(`${crew.slug}/web1`);
    expect(idle.seen.join('')).not.toContain(asked.approval.id);
    await service.call('DELETE', `/crews/${crew.slug}/members/${watcher.username}`, { token: owner.session });
    await board.ended;
    for (const stream of [inbox, idle]) stream.stop();
    await Promise.all([inbox.ended, idle.ended]);
  });

  it('from where a member called is told to keepers, and to that member', async () => {
    const service = running();
    const crew = await newCrew(service);
    const { watcher, operator, keeper, owner } = crew.members;
    const base = `/crews/${crew.slug}/synapse`;
    await service.created(`${base}/machines`, keeper.session, { slug: 'web1', kind: 'local' });
    const body = { machine: `${crew.slug}/web1`, command: 'echo from somewhere' };
    const ran = await service.call<{ execution_id: string }>('POST', '/synapse/exec', {
      token: operator.session,
      body,
    });
    interface Entry {
      readonly execution_id: string;
      readonly ip: string | null;
    }
    const path = `${base}/executions`;
    for (const who of [watcher, operator, keeper, owner]) {
      const wanted = who === watcher ? null : '127.0.0.1';
      const of = (entries: readonly Entry[]) => entries.find((entry) => entry.execution_id === ran.body.execution_id);
      const listed = await service.call<{ entries: Entry[] }>('GET', path, { token: who.session });
      expect(of(listed.body.entries), who.username).toMatchObject({ ip: wanted });
      const one = await service.call<Entry>('GET', `${path}/${ran.body.execution_id}/entry`, { token: who.session });
      expect(one.body, who.username).toMatchObject({ ip: wanted });
      const token = await service.newToken(who.session, { scopes: ['mcp:read'] });
      const told = await service.tool(token, 'synapse_list_audit_logs', { crew: crew.slug });
      expect(of(told.result.entries), who.username).toMatchObject({ ip: wanted });
    }
  });

  it('an operator freezes a machine or a token of the crew, from either address; a keeper lifts it', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, watcher } = crew.members;
    const mark = join(service.scratch, `frozen-${crew.slug}`);
    const ended = service.call<Result>('POST', '/synapse/exec', {
      token: keeper.session,
      body: { machine: `${crew.slug}/web1`, command: `touch ${mark}; exec sleep 250`, timeout_seconds: 300 },
    });
    await vi.waitUntil(() => existsSync(mark), { timeout: 60_000, interval: 20 });
    const freeze = ({ session }: TestUser, path: string, body: object) =>
      service.call<{ id: string; code?: string }>('POST', path, { token: session, body });
    const machine = `${crew.slug}/web1`;
    expect((await freeze(watcher, '/synapse/freeze', { machine })).body.code).toBe('role_required');
    expect((await freeze(crew.stranger, '/synapse/freeze', { machine })).body.code).toBe('not_found');
    const frozen = await freeze(operator, '/synapse/freeze', { machine, reason: 'something odd' });
    expect(frozen).toMatchObject({ status: 201, body: { machine: 'web1' } });
    expect((await ended).body.status).toBe('cancelled');
    expect((await exec(service, crew, keeper, 'true')).code).toBe('frozen');
    const lift = ({ session }: TestUser, id: string) =>
      service.call<{ code?: string }>('DELETE', `${crew.base}/freeze/${id}`, { token: session });
    expect((await lift(operator, frozen.body.id)).body.code).toBe('role_required');
    expect((await lift(keeper, frozen.body.id)).status).toBe(204);

    const label = `assistant of ${crew.slug}`;
    const scopes = ['mcp:read', 'mcp:synapse'];
    const token = await service.call<{ token: string }>('POST', '/tda/ai/tokens', {
      token: keeper.session,
      body: { scopes, label },
    });
    const stopped = await freeze(operator, `${crew.base}/freeze`, { token: label });
    expect(stopped.status).toBe(201);
    const call = { machine, command: 'true' };
    expect((await service.tool(token.body.token, 'synapse_exec', call)).code).toBe('frozen');
    expect((await exec(service, crew, keeper, 'true')).code).toBeUndefined();
    expect((await freeze(operator, `${crew.base}/freeze`, { token: 'nobody has this' })).status).toBe(404);
    expect((await lift(keeper, stopped.body.id)).status).toBe(204);
  });
});
