/** A member, a former member or a stranger who tries what their role does not give: what they get is what anybody gets. */
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { APPROVAL_LIMITS } from '@synapse/contract';
import { expect, it, vi } from 'vitest';
import type { Service, TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew, type TestCrew } from './on-both.ts';

interface Result {
  readonly execution_id: string;
  readonly status: string;
  readonly stdout: string;
  readonly code?: string;
  readonly approval: { readonly id: string };
}

const NOWHERE = '01m7rmtcn9g7afpz1vanxwykgm';
const POLICY = 'version: 1\nrules:\n  - when: { program: id }\n    then: ask\n';

describeServiceOnBoth('hostile members', (running) => {
  let marks = 0;
  const mark = (service: Service): string => join(service.scratch, `hostile-${++marks}`);
  const setUp = async (service: Service): Promise<TestCrew & { base: string; machine: string }> => {
    const crew = await newCrew(service);
    const base = `/crews/${crew.slug}/synapse`;
    await service.created(`${base}/machines`, crew.members.keeper.session, { slug: 'web1', kind: 'local' });
    return { ...crew, base, machine: `${crew.slug}/web1` };
  };
  const send = <T = Result>(service: Service, { session }: TestUser, method: string, path: string, body?: object) =>
    service.call<T>(method, path, { token: session, ...(body !== undefined && { body }) });
  const remove = (service: Service, { slug, members }: TestCrew, { username }: TestUser) =>
    send(service, members.owner, 'DELETE', `/crews/${slug}/members/${username}`);

  it('a call that waits for the end of a command tells a former member nothing', async () => {
    const service = running();
    const crew = await setUp(service);
    const { watcher, keeper } = crew.members;
    const scopes = ['mcp:read', 'mcp:look'];
    const { token } = await service.created<{ token: string }>('/tda/ai/tokens', watcher.session, { scopes });
    const [begun, go] = [mark(service), mark(service)];
    const command = `touch ${begun}; while [ ! -e ${go} ]; do sleep 0.1; done; echo the-end-of-it`;
    const body = { machine: crew.machine, command, timeout_seconds: 300 };
    const ran = send(service, keeper, 'POST', '/synapse/exec', body);
    await vi.waitUntil(() => existsSync(begun), { timeout: 60_000, interval: 20 });
    type Page = { entries: { execution_id: string }[] };
    const [entry] = (await send<Page>(service, watcher, 'GET', `${crew.base}/executions`)).body.entries;
    const id = entry!.execution_id;
    const paths = [`/synapse/executions/${id}?wait_seconds=60`, `${crew.base}/executions/${id}?wait_seconds=60`];
    const waiting = paths.map((path) => send(service, watcher, 'GET', path));
    const asked = service.tool(token, 'synapse_get_execution', { execution_id: id, wait_seconds: 60 });
    await remove(service, crew, watcher);
    for (const answer of await Promise.all(waiting)) expect(answer.body.code).toBe('not_found');
    // It may have begun after that.
    expect((await asked).code).toMatch(/not_found$/);
    await send(service, keeper, 'POST', `${crew.base}/executions/${id}/cancel`, {});
    expect((await ran).body.status).toBe('cancelled');
  });

  it('the key of an earlier order gives a former member no answer again', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator } = crew.members;
    const order = { machine: crew.machine, command: 'echo kept', idempotency_key: 'the-same' };
    const give = async () => (await send(service, operator, 'POST', '/synapse/exec', order)).body;
    const first = await give();
    expect(first).toMatchObject({ stdout: 'kept\n' });
    expect((await give()).execution_id).toBe(first.execution_id);
    await remove(service, crew, operator);
    expect((await give()).code).toBe('not_found');
  });

  it('the key of an order in a deleted crew is a new one in the next crew of that name', async () => {
    const service = running();
    const crew = await setUp(service);
    const { owner } = crew.members;
    const order = { machine: crew.machine, command: 'echo kept', idempotency_key: 'of-the-first' };
    const give = async () => (await send(service, owner, 'POST', '/synapse/exec', order)).body;
    const first = await give();
    expect(first).toMatchObject({ stdout: 'kept\n' });
    const slug = crew.machine.split('/')[0]!;
    await send(service, owner, 'DELETE', `/crews/${slug}`, { confirm: slug });
    await send(service, owner, 'POST', '/crews', { slug, name: 'Again' });
    await send(service, owner, 'POST', `/crews/${slug}/synapse/machines`, { slug: 'web1', kind: 'local' });
    const second = await give();
    expect(second).toMatchObject({ stdout: 'kept\n' });
    expect(second.execution_id).not.toBe(first.execution_id);
  });

  it('a file of which the end comes after its member has lost the role is not written', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, owner, watcher } = crew.members;
    const path = mark(service);
    const content = Buffer.from('first part, second part');
    const url = `${service.url}${crew.base}/machines/web1/file?path=${encodeURIComponent(path)}`;
    const headers = { authorization: `Bearer ${operator.session}`, 'content-length': content.length };
    const answer = Promise.withResolvers<number>();
    const upload = request(url, { method: 'PUT', headers }, (response) => {
      response.resume();
      answer.resolve(response.statusCode ?? 0);
    });
    upload.on('error', () => answer.resolve(0));
    upload.write(content.subarray(0, 11));
    type Page = { entries: { execution_id: string; status: string }[] };
    const newest = async () =>
      (await send<Page>(service, watcher, 'GET', `${crew.base}/executions`)).body.entries.find(
        ({ status }) => status === 'running',
      );
    await vi.waitUntil(async () => (await newest()) !== undefined, { timeout: 60_000, interval: 50 });
    const { execution_id: id } = (await newest())!;
    const member = `/crews/${crew.slug}/members/${operator.username}`;
    await send(service, owner, 'PUT', member, { role: 'watcher' });
    const end = await send(service, owner, 'GET', `${crew.base}/executions/${id}?wait_seconds=60`);
    expect(end.body.status).toBe('cancelled');
    upload.end(content.subarray(11));
    expect(await answer.promise).not.toBe(200);
    expect(existsSync(path)).toBe(false);
  });

  it('commands that wait for their turn end with the role, too', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, owner } = crew.members;
    const [begun, never] = [mark(service), mark(service)];
    const give = (command: string) =>
      send(service, operator, 'POST', '/synapse/exec', { machine: crew.machine, command, timeout_seconds: 300 });
    const many = Array.from({ length: 12 }, () => give(`touch ${begun}; sleep 250; touch ${never}`));
    await vi.waitUntil(() => existsSync(begun), { timeout: 60_000, interval: 20 });
    await send(service, owner, 'PUT', `/crews/${crew.slug}/members/${operator.username}`, { role: 'watcher' });
    for (const { body } of await Promise.all(many))
      expect(body.code ?? body.status).toMatch(/^(cancelled|role_required)$/);
    expect(existsSync(never)).toBe(false);
  });

  it('what a machine was told in a session of one’s own workspace does not come with it into a crew', async () => {
    const service = running();
    const crew = await newCrew(service);
    const { owner } = crew.members;
    await service.created('/synapse/machines', owner.session, { slug: 'mine', kind: 'local' });
    const give = async (machine: string, command: string) =>
      (await send(service, owner, 'POST', '/synapse/exec', { machine, command, session: 's' })).body.stdout;
    await give('mine', 'export KEPT=from-before');
    expect(await give('mine', 'echo "[$KEPT]"')).toBe('[from-before]\n');
    expect((await send(service, owner, 'POST', '/synapse/machines/mine/move', { crew: crew.slug })).status).toBe(200);
    expect(await give(`${crew.slug}/mine`, 'echo "[$KEPT]"')).toBe('[]\n');
  });

  it('what belongs to another crew is answered as what there is not', async () => {
    const service = running();
    const [crew, other] = [await setUp(service), await setUp(service)];
    const { owner, keeper, operator, watcher } = crew.members;
    await send(service, keeper, 'PUT', `${crew.base}/policy`, { text: POLICY });
    const ran = (await send(service, operator, 'POST', '/synapse/exec', { machine: crew.machine, command: 'true' }))
      .body;
    const held = { machine: crew.machine, command: 'id', wait_seconds: 0 };
    const asked = (await send(service, operator, 'POST', '/synapse/exec', held)).body;
    type Made = { id: string };
    const made = async (by: TestUser, path: string, body: object) =>
      (await service.created<Made>(path, by.session, body)).id;
    const grant = await made(operator, `${crew.base}/grants`, { machine: 'web1' });
    const invitation = await made(owner, `/crews/${crew.slug}/invitations`, { role: 'watcher' });
    const wish = { role: 'operator', hours: 1, reason: 'on call' };
    const wanted = await made(watcher, `/crews/${crew.slug}/requests`, wish);
    const project = await made(owner, `/crews/${crew.slug}/tda/projects`, { name: 'Site' });
    await service.created(`${crew.base}/machines`, keeper.session, { slug: 'web2', kind: 'local' });
    const freeze = await made(operator, `${crew.base}/freeze`, { machine: 'web2' });

    const theirs = `/crews/${other.slug}`;
    /** A call, with the id of the other crew, and with one that nothing has. */
    const calls: [string, string, string | number, string | number, object?][] = [];
    for (const at of ['/synapse', `${theirs}/synapse`]) {
      for (const below of ['', '/entry', '/output', '/output-order', '/stream'])
        calls.push(['GET', `${at}/executions/#${below}`, ran.execution_id, NOWHERE]);
      calls.push(['POST', `${at}/executions/#/cancel`, ran.execution_id, NOWHERE, {}]);
      calls.push(['GET', `${at}/approvals/#`, asked.approval.id, NOWHERE]);
      const approve = { decision: 'approve' };
      calls.push(['POST', `${at}/approvals/#`, asked.approval.id, NOWHERE, approve]);
      const broken = { ...approve, break_glass: true, comment: 'the site is down' };
      calls.push(['POST', `${at}/approvals/#`, asked.approval.id, NOWHERE, broken]);
      calls.push(['DELETE', `${at}/grants/#`, grant, NOWHERE]);
      calls.push(['DELETE', `${at}/freeze/#`, freeze, NOWHERE]);
    }
    calls.push(['GET', `${theirs}/tda/projects/#`, project, 999_999]);
    calls.push(['DELETE', `${theirs}/invitations/#`, invitation, NOWHERE]);
    calls.push(['POST', `${theirs}/requests/#`, wanted, NOWHERE, { decision: 'approve' }]);
    calls.push(['POST', `${theirs}/reviews/#`, ran.execution_id, NOWHERE, { comment: 'looked at it' }]);
    for (const path of ['members', 'requests', 'access', 'synapse/machines', 'synapse/executions', 'synapse/events'])
      calls.push(['GET', `/crews/#/${path}`, crew.slug, 'no-such-crew']);
    calls.push(['POST', '/crews/#/invitations', crew.slug, 'no-such-crew', { role: 'king' }]);
    calls.push(['POST', '/crews/#/nothing-here', crew.slug, 'no-such-crew', {}]);
    calls.push(['GET', '/synapse/executions?machine=#/web1', crew.slug, 'no-such-crew']);
    for (const [path, fields] of [
      ['exec', { machine: '#/web1', command: 'true' }],
      ['look', { machine: '#/web1', command: 'true' }],
      ['explain', { machine: '#/web1', command: 'true' }],
      ['explain/typed', { machine: '#/web1', command: 'true' }],
      ['exec-many', { machines: ['#/web1'], command: 'true' }],
      ['copy', { from: '#/web1:/a', to: '#/web1:/b' }],
      ['freeze', { machine: '#/web1' }],
      ['grants', { machine: '#/web1' }],
      ['machines', { slug: '#/web1', kind: 'local' }],
      ['machines/check', { slug: '#/web1', kind: 'local' }],
    ] as const)
      calls.push(['POST', `/synapse/${path}`, crew.slug, 'no-such-crew', fields]);

    const told = async (by: TestUser, [method, path, , , body]: (typeof calls)[number], id: string | number) => {
      const put = (text: string): string => text.replaceAll('#', String(id));
      const given = body === undefined ? undefined : (JSON.parse(put(JSON.stringify(body))) as object);
      const answer = await send<unknown>(service, by, method, put(path), given);
      return JSON.stringify([answer.status, answer.body])
        .replaceAll(String(id), '#')
        .replaceAll(/[0-9a-z]{26}/g, 'an id');
    };
    for (const by of [other.members.owner, other.members.watcher, crew.stranger])
      for (const call of calls) {
        const [method, path, theirId, nobodys] = call;
        expect(await told(by, call, theirId), `${method} ${path}`).toBe(await told(by, call, nobodys));
      }
    // Nothing came of it.
    const pending = await send<{ status: string }>(service, operator, 'GET', `/synapse/approvals/${asked.approval.id}`);
    expect(pending.body.status).toBe('pending');
  });

  it('what is secret to its reader alone comes in no piece out of what another member ran', async () => {
    const service = running();
    const crew = await setUp(service);
    const { owner, operator } = crew.members;
    const value = 'own-mine-VALUE-8621-tt';
    await send(service, owner, 'PUT', '/synapse/secrets/MINE', { value });
    const scopes = ['mcp:read', 'mcp:synapse'];
    const { token } = await service.created<{ token: string }>('/tda/ai/tokens', owner.session, { scopes });
    const order = { machine: crew.machine, command: `echo needle-of-the-crew ${value} end` };
    const { execution_id: id, stdout } = (await send(service, operator, 'POST', '/synapse/exec', order)).body;
    expect(stdout).toContain(value);
    const output = `${crew.base}/executions/${id}/output`;
    const pieces: string[] = [];
    const read = async (query: object) => {
      const pairs = Object.entries(query).map(([name, given]) => [name, String(given)]);
      const page = await send<{ text: string }>(service, owner, 'GET', `${output}?${new URLSearchParams(pairs)}`);
      const told = await service.tool(token, 'synapse_get_output', { execution_id: id, ...query });
      pieces.push(page.body.text, JSON.stringify(told));
      return page.body.text;
    };
    expect(await read({})).toBe('needle-of-the-crew {{MINE}} end\n');
    for (let at = 1; at < 45; at += 6) {
      await read({ offset: at });
      await read({ limit: at });
    }
    // Neither does a search say which characters it has.
    expect(await read({ grep: 'own-mine-VALUE-86[0-2]' })).toBe('');
    for (const given of [{}, { since: 0 }, { since: 0, max_tokens: 200 }]) {
      pieces.push(JSON.stringify(await service.tool(token, 'synapse_get_execution', { execution_id: id, ...given })));
    }
    for (let from = 0; from + 5 <= value.length; from++) {
      const part = value.slice(from, from + 5);
      expect(
        pieces.filter((piece) => piece.includes(part)),
        part,
      ).toEqual([]);
    }
    const search = (q: string) =>
      send<{ found: unknown[] }>(service, owner, 'GET', `${crew.base}/outputs/search?q=${q}`);
    expect((await search('needle-of-the-crew')).body.found).toHaveLength(1);
    expect((await search('mine-VALUE')).body.found).toEqual([]);
  });

  it('no crew is not a crew: what a plan does not give is refused', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator } = crew.members;
    const scopes = ['mcp:read', 'mcp:synapse'];
    const { token } = await service.created<{ token: string }>('/tda/ai/tokens', operator.session, { scopes });
    const put = (besides: object) =>
      service.tool(token, 'synapse_put_secret', { name: 'BYPASS', value: 'bypass-value-123', ...besides });
    expect((await put({ crew: null })).code).toBe('plan_required');
    expect((await put({})).code).toBe('plan_required');
    const { secrets } = (await send<{ secrets: object[] }>(service, operator, 'GET', '/synapse/secrets')).body;
    expect(secrets).toEqual([]);
  });

  it('the approvals that one member waits for are not counted for another', async () => {
    const service = running();
    const crew = await setUp(service);
    const { operator, keeper, owner } = crew.members;
    await send(service, owner, 'PUT', `${crew.base}/policy`, { text: POLICY });
    const ask = (who: TestUser) =>
      send(service, who, 'POST', '/synapse/exec', { machine: crew.machine, command: 'id', wait_seconds: 0 });
    // As many as a person may wait for, written as asking for them would: a minute has fewer commands.
    const first = (await ask(operator)).body;
    const { queries } = service.app.database;
    const row = await queries
      .selectFrom('approvals')
      .selectAll()
      .where('id', '=', first.approval.id)
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: APPROVAL_LIMITS.pending - 1 }, (_, at) => ({
      ...row,
      id: `${row.id}-${at}`,
      execution_id: `${row.execution_id}-${at}`,
    }));
    await queries.insertInto('approvals').values(others).execute();
    expect((await ask(operator)).body.code).toBe('limit_reached');
    expect((await ask(keeper)).body.status).toBe('pending');
  });

  it('an assistant takes no tag away that its person’s own policy names', async () => {
    const service = running();
    const crew = await setUp(service);
    const { keeper } = crew.members;
    await send(service, keeper, 'PATCH', `${crew.base}/machines/web1`, { tags: ['prod'] });
    const text = `version: 1\nmachines:\n  "${crew.slug}/tag:prod": closed\n`;
    expect((await send(service, keeper, 'PUT', '/synapse/policy', { text })).status).toBe(200);
    const scopes = ['mcp:read', 'mcp:synapse'];
    const { token } = await service.created<{ token: string }>('/tda/ai/tokens', keeper.session, { scopes });
    const run = () => service.tool(token, 'synapse_exec', { machine: crew.machine, command: 'true' });
    expect((await run()).code).toBe('policy_denied');
    const taken = await service.tool(token, 'synapse_update_machine', { machine: crew.machine, tags: [] });
    expect(taken.code).toBe('policy_denied');
    expect((await run()).code).toBe('policy_denied');
  });

  it('a command in steps is answered in steps on a crew’s machine, too', async () => {
    const service = running();
    const crew = await setUp(service);
    const { owner } = crew.members;
    const order = { machine: crew.machine, command: 'echo one; echo two' };
    const give = async () => (await send(service, owner, 'POST', '/synapse/exec', order)).body;
    expect((await give()).stdout).toBe('$ echo one\none\n$ echo two\ntwo\n');
    await send(service, owner, 'PUT', '/synapse/secrets/OWN', { value: 'a-value-of-ones-own' });
    expect((await give()).stdout).toBe('$ echo one\none\n$ echo two\ntwo\n');
  });

  it('what an assistant changes in a crew is told to the pages of its members', async () => {
    const service = running();
    const crew = await setUp(service);
    const { keeper, watcher } = crew.members;
    const scopes = ['mcp:read', 'mcp:synapse'];
    const { token } = await service.created<{ token: string }>('/tda/ai/tokens', keeper.session, { scopes });
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${watcher.session}`, accept: 'text/event-stream' };
    const events = await fetch(`${service.url}${crew.base}/events?changes=1`, { headers, signal: stop.signal });
    const heard = (async () => {
      let text = '';
      const decoder = new TextDecoder();
      for await (const part of events.body!) {
        text += decoder.decode(part, { stream: true });
        if (/^event: changed$/m.test(text)) return true;
      }
      return false;
    })();
    const alias = { code: 'upt', command: 'uptime --pretty', crew: crew.slug };
    expect((await service.tool(token, 'synapse_put_alias', alias)).code).toBeUndefined();
    expect(await heard).toBe(true);
    stop.abort();
  });
});
