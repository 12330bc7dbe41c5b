/** A higher role for some hours, which somebody else gives; and the review of who can do what. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import type { Service, TestUser } from '../service.ts';
import { type CrewRole, describeServiceOnBoth, newCrew, type TestCrew } from './on-both.ts';

interface Request {
  readonly id: string;
  readonly code?: string;
  readonly status: string;
  readonly until: string | null;
  readonly fields?: { readonly field: string }[];
}

describeServiceOnBoth('temporary access', (running) => {
  const request = (service: Service, { slug }: TestCrew, { session }: TestUser, body: object) =>
    service.call<Request>('POST', `/crews/${slug}/requests`, { token: session, body });
  const decide = (service: Service, { slug }: TestCrew, { session }: TestUser, id: string, decision = 'approve') =>
    service.call<Request>('POST', `/crews/${slug}/requests/${id}`, { token: session, body: { decision } });
  const listed = async (service: Service, { slug }: TestCrew, { session }: TestUser, query = '') => {
    type List = { requests: (Request & { username: string; role: string; reason: string })[] };
    return (await service.call<List>('GET', `/crews/${slug}/requests${query}`, { token: session })).body.requests;
  };
  const roleOf = async (service: Service, { slug }: TestCrew, { session }: TestUser) => {
    type Crews = { crews: { slug: string; role: CrewRole; until: string | null }[] };
    const { body } = await service.call<Crews>('GET', '/crews', { token: session });
    return body.crews.find((crew) => crew.slug === slug);
  };
  const withMachine = async (service: Service): Promise<TestCrew> => {
    const crew = await newCrew(service);
    const machine = { slug: 'web1', kind: 'local' };
    await service.created(`/crews/${crew.slug}/synapse/machines`, crew.members.keeper.session, machine);
    return crew;
  };
  const run = async (service: Service, { slug }: TestCrew, { session }: TestUser) => {
    const body = { machine: `${slug}/web1`, command: 'true' };
    return (await service.call<{ status: string; code?: string }>('POST', '/synapse/exec', { token: session, body }))
      .body;
  };
  /** The hour comes, by the clock of the database. */
  const endLending = (service: Service, { id }: TestUser) =>
    service.app.database.queries
      .updateTable('crew_members')
      .set({ lent_until: Date.now() - 1 })
      .where('user_id', '=', id)
      .where('lent_role', 'is not', null)
      .execute();

  it('a watcher runs commands for the hours that a keeper gives, and is a watcher again', async () => {
    const service = running();
    const crew = await withMachine(service);
    const { watcher, operator, keeper } = crew.members;
    const wish = { role: 'operator', hours: 2, reason: 'deploy on Friday' };
    const asked = await request(service, crew, watcher, wish);
    expect(asked).toMatchObject({
      status: 201,
      body: { username: watcher.username, ...wish, status: 'pending', until: null, decided_by: null },
    });
    expect((await run(service, crew, watcher)).code).toBe('role_required');
    expect((await listed(service, crew, keeper, '?status=pending')).map(({ id }) => id)).toEqual([asked.body.id]);
    expect(await listed(service, crew, operator)).toEqual([]);
    for (const who of [watcher, operator])
      expect((await decide(service, crew, who, asked.body.id)).body.code).toBe('role_required');
    expect((await decide(service, crew, crew.stranger, asked.body.id)).body.code).toBe('not_found');
    const before = Date.now();
    const given = await decide(service, crew, keeper, asked.body.id);
    expect(given).toMatchObject({ status: 200, body: { status: 'approved', decided_by: keeper.username } });
    const ends = Date.parse(given.body.until!);
    expect(Math.abs(ends - before - 2 * 3600_000)).toBeLessThan(3600_000);
    expect((await decide(service, crew, keeper, asked.body.id, 'deny')).body.code).toBe('approval_decided');
    expect(await roleOf(service, crew, watcher)).toMatchObject({ role: 'operator', until: given.body.until });
    expect((await run(service, crew, watcher)).status).toBe('done');
    // A role that one has cannot be asked for.
    expect(await request(service, crew, watcher, wish)).toMatchObject({
      status: 422,
      body: { code: 'arguments_invalid', fields: [{ field: 'role' }] },
    });
    await endLending(service, watcher);
    expect(await roleOf(service, crew, watcher)).toMatchObject({ role: 'watcher', until: null });
    expect((await run(service, crew, watcher)).code).toBe('role_required');
    type Page = { entries: { command_template: string; source: string; actor: { username: string } }[] };
    const log = await service.call<Page>('GET', `/crews/${crew.slug}/synapse/executions`, { token: keeper.session });
    const told = log.body.entries.filter(({ source }) => source === 'crew').map((entry) => entry.command_template);
    expect(told).toContain(`request add operator 2h (${asked.body.id})`);
    expect(told.join('\n')).toContain(`request approve ${watcher.username} operator until ${given.body.until}`);
    expect(told.join('\n')).not.toContain('deploy on Friday');
  });

  it('owners answer for keepers; nobody answers themselves; a denial gives nothing', async () => {
    const service = running();
    const crew = await withMachine(service);
    const { watcher, operator, keeper, owner } = crew.members;
    const asked = await request(service, crew, operator, { role: 'keeper', hours: 1, reason: 'rotate a key' });
    expect((await decide(service, crew, keeper, asked.body.id)).body).toMatchObject({
      code: 'role_required',
      detail: expect.stringContaining('owner'),
    });
    // Whoever is told of a role is told of the one that answers this request.
    const forOperator = await request(service, crew, watcher, { role: 'operator', hours: 1, reason: 'deploy' });
    for (const [id, by, role] of [
      [asked.body.id, operator, 'owner'],
      [asked.body.id, watcher, 'owner'],
      [forOperator.body.id, operator, 'keeper'],
      ['nowhere', operator, 'keeper'],
    ] as const)
      expect((await decide(service, crew, by, id)).body, `${id} ${role}`).toMatchObject({
        code: 'role_required',
        detail: expect.stringContaining(role),
      });
    expect((await decide(service, crew, owner, asked.body.id, 'deny')).body).toMatchObject({ status: 'denied' });
    expect(await roleOf(service, crew, operator)).toMatchObject({ role: 'operator', until: null });
    const again = await request(service, crew, operator, { role: 'keeper', hours: 1, reason: 'rotate a key' });
    await service.call('PUT', `/crews/${crew.slug}/members/${operator.username}`, {
      token: owner.session,
      body: { role: 'owner' },
    });
    expect((await decide(service, crew, operator, again.body.id)).body.code).toBe('approval_not_yours');
    // They have more by now.
    expect((await decide(service, crew, owner, again.body.id)).status).toBe(422);
  });

  it('bad requests are told what is wrong with them', async () => {
    const service = running();
    const crew = await newCrew(service);
    const { watcher, owner, operator } = crew.members;
    const fine = { role: 'operator', hours: 1, reason: 'because' };
    for (const [field, value] of [
      ['role', 'owner'],
      ['role', 'watcher'],
      ['hours', 0],
      ['hours', 9],
      ['hours', 1.5],
      ['reason', ''],
      ['reason', '   '],
      ['reason', undefined],
    ] as const)
      expect(await request(service, crew, watcher, { ...fine, [field]: value }), `${field} ${value}`).toMatchObject({
        status: 422,
        body: { code: 'arguments_invalid', fields: [{ field }] },
      });
    for (const who of [operator, owner]) expect((await request(service, crew, who, fine)).status).toBe(422);
    expect((await request(service, crew, crew.stranger, fine)).body.code).toBe('not_found');
    for (let round = 0; round < 5; round++) expect((await request(service, crew, watcher, fine)).status).toBe(201);
    expect((await request(service, crew, watcher, fine)).body.code).toBe('limit_reached');
    expect((await decide(service, crew, owner, 'nowhere')).status).toBe(404);
    expect((await decide(service, crew, owner, (await listed(service, crew, owner))[0]!.id, 'maybe')).status).toBe(422);
  });

  it('of two answers at the same instant one counts, and a request of a day ago is over', async () => {
    const service = running();
    const crew = await newCrew(service);
    const { watcher, keeper, owner } = crew.members;
    const wish = { role: 'operator', hours: 8, reason: 'on call' };
    const { body: asked } = await request(service, crew, watcher, wish);
    const answers = await Promise.all([
      decide(service, crew, keeper, asked.id, 'approve'),
      decide(service, crew, owner, asked.id, 'deny'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const settled = answers.find(({ status }) => status === 200)!.body.status;
    expect((await roleOf(service, crew, watcher))?.role).toBe(settled === 'approved' ? 'operator' : 'watcher');
    await endLending(service, watcher);
    const { body: old } = await request(service, crew, watcher, wish);
    await service.app.database.queries
      .updateTable('crew_requests')
      .set({ expires_at: Date.now() - 1 })
      .where('id', '=', old.id)
      .execute();
    expect((await decide(service, crew, owner, old.id)).body.code).toBe('approval_decided');
    expect(await listed(service, crew, owner, '?status=expired')).toMatchObject([{ id: old.id, status: 'expired' }]);
    expect((await roleOf(service, crew, watcher))?.role).toBe('watcher');
  });

  it('what an owner sets replaces what was lent, and the end of a membership is the end of it', async () => {
    const service = running();
    const crew = await newCrew(service);
    const { watcher, keeper, owner } = crew.members;
    const soon = new Date(Date.now() + 1800_000).toISOString();
    const path = `/crews/${crew.slug}/members/${watcher.username}`;
    await service.call('PUT', path, { token: owner.session, body: { role: 'watcher', until: soon } });
    const { body: asked } = await request(service, crew, watcher, { role: 'operator', hours: 8, reason: 'on call' });
    expect((await decide(service, crew, keeper, asked.id)).body.until).toBe(soon);
    await service.call('PUT', path, { token: owner.session, body: { role: 'watcher' } });
    expect(await roleOf(service, crew, watcher)).toMatchObject({ role: 'watcher', until: null });
  });

  it('the review says who can do what, what it comes from, and what was used of it', async () => {
    const service = running();
    const crew = await withMachine(service);
    const { watcher, operator, keeper, owner } = crew.members;
    expect((await run(service, crew, operator)).status).toBe('done');
    // What was refused used nothing.
    expect((await run(service, crew, watcher)).code).toBe('role_required');
    const reads = { scopes: ['mcp:read'], label: 'reads outputs' };
    await service.created('/tda/ai/tokens', keeper.session, reads);
    const body = { scopes: ['mcp:read', 'mcp:synapse'], label: 'laptop' };
    const made = await service.call<{ token: string }>('POST', '/tda/ai/tokens', { token: operator.session, body });
    const { body: asked } = await request(service, crew, watcher, { role: 'operator', hours: 1, reason: 'on call' });
    await decide(service, crew, keeper, asked.id);
    const review = async ({ session }: TestUser) => {
      type Review = { code?: string; access: { username: string; last_used_at: string | null }[] };
      return (await service.call<Review>('GET', `/crews/${crew.slug}/access`, { token: session })).body;
    };
    for (const who of [watcher, operator, keeper]) expect((await review(who)).code).toBe('role_required');
    const { access } = await review(owner);
    const of = ({ username }: TestUser) => access.find((row) => row.username === username);
    expect(access).toHaveLength(4);
    expect(of(owner)).toMatchObject({ role: 'owner', source: 'member', machines: [], last_used_at: null, due: false });
    expect(of(operator)).toMatchObject({
      role: 'operator',
      source: 'member',
      until: null,
      machines: ['web1'],
      last_used_at: expect.any(String),
      tokens: ['laptop'],
      connections: [],
    });
    expect(of(watcher)).toMatchObject({ role: 'operator', source: 'request', until: expect.any(String) });
    expect(of(watcher)).toMatchObject({ machines: [], last_used_at: null });
    expect(of(keeper)).toMatchObject({ tokens: ['reads outputs'] });
    expect(JSON.stringify(access)).not.toContain(made.body.token);
    // A member of long standing who has used nothing is due.
    await service.app.database.queries
      .updateTable('crew_members')
      .set({ since: Date.now() - 100 * 86_400_000 })
      .where('user_id', 'in', [keeper.id, operator.id])
      .execute();
    const later = (await review(owner)).access as { username: string; due?: boolean }[];
    expect(later.filter(({ due }) => due).map(({ username }) => username)).toEqual([keeper.username]);
  });

  it('those who may answer hear of it through their channels and the crew’s, without what is secret to it', async () => {
    const service = running();
    const crew = await newCrew(service);
    const { watcher, operator, keeper, owner } = crew.members;
    type Heard = { type: string; id: string; reason: string; url: string };
    const heard: Record<string, Heard[]> = {};
    const hear = (path: string, one: Heard): void => {
      heard[path] = [...(heard[path] ?? []), one];
    };
    const receiver = createServer(async (incoming, answer) => {
      let text = '';
      for await (const chunk of incoming) text += chunk;
      hear(incoming.url ?? '', JSON.parse(text));
      answer.end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const at = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const channel = async ({ session }: TestUser, path: string, prefix = '') => {
      const webhook = { url: at + path, secret: 'a secret of sixteen characters' };
      const put = await service.call('PUT', `${prefix}/synapse/notifications`, { token: session, body: { webhook } });
      expect(put.status).toBe(200);
    };
    await channel(watcher, '/watcher');
    await channel(operator, '/operator');
    await channel(keeper, '/keeper');
    await channel(owner, '/owner');
    await channel(keeper, '/crew', `/crews/${crew.slug}`);
    const value = 'crew-secret-77ab01c9d2';
    await service.call('PUT', `/crews/${crew.slug}/synapse/secrets/TOKEN`, { token: keeper.session, body: { value } });
    const wish = { role: 'operator', hours: 2, reason: `deploy with ${value}` };
    const first = await request(service, crew, watcher, wish);
    await vi.waitUntil(() => ['/keeper', '/owner', '/crew'].every((path) => heard[path]?.length === 1), {
      timeout: 60_000,
      interval: 20,
    });
    expect(heard['/keeper']![0]).toMatchObject({
      type: 'request',
      id: first.body.id,
      crew: crew.slug,
      username: watcher.username,
      role: 'operator',
      hours: 2,
      reason: 'deploy with {{TOKEN}}',
      url: expect.stringContaining(`/crews/${crew.slug}/crew`),
    });
    expect(JSON.stringify(heard)).not.toContain(value);
    // A keeper does not answer requests for keeper, and whoever asks hears nothing.
    const second = await request(service, crew, keeper, { role: 'operator', hours: 1, reason: 'has it' });
    expect(second.status).toBe(422);
    const more = await request(service, crew, operator, { ...wish, role: 'keeper' });
    await vi.waitUntil(() => ['/owner', '/crew'].every((path) => heard[path]?.length === 2), {
      timeout: 60_000,
      interval: 20,
    });
    expect(heard['/owner']![1]!.id).toBe(more.body.id);
    expect(Object.keys(heard).toSorted()).toEqual(['/crew', '/keeper', '/owner']);
    expect(heard['/keeper']).toHaveLength(1);
    receiver.close();
  });
});
