/** Prompts, resources, completion and the view of machines: they hold the crew's beside one's own, as one's role sees it. */
import { expect, it } from 'vitest';
import type { MachineHealth } from '../../packages/contract/src/index.ts';
import { personalWorkspace } from '../../packages/server/src/access/access.ts';
import { createHealthIn } from '../../packages/server/src/http/health-in.ts';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { send } from '../mcp/surface-rig.ts';
import type { Service, TestUser } from '../service.ts';
import { type CrewRole, describeServiceOnBoth, newCrew } from './on-both.ts';

const SECRET = 'of-the-crew-5c1f-ninety';

async function setUp(service: Service) {
  const { slug: crew, members, stranger } = await newCrew(service);
  const keeper = members.keeper.session;
  await service.created(`/crews/${crew}/synapse/machines`, keeper, { slug: 'web1', kind: 'local' });
  await service.created(`/crews/${crew}/synapse/machines`, keeper, {
    slug: 'gone',
    kind: 'ssh',
    connection: { host: '127.0.0.1', port: 9, user: 'root', password_secret: 'KEY' },
  });
  const order = { machine: `${crew}/web1`, command: `echo broken >&2; echo ${SECRET}; exit 3` };
  const ran = await service.call<{ execution_id: string }>('POST', '/synapse/exec', {
    token: members.operator.session,
    body: order,
  });
  const stored = await service.call('PUT', `/crews/${crew}/synapse/secrets/KEY`, {
    token: keeper,
    body: { value: SECRET },
  });
  expect(stored.status).toBeLessThan(300);
  return { crew, members, stranger, execution: ran.body.execution_id };
}

async function tokenOf(service: Service, { session }: TestUser): Promise<string> {
  const body = { scopes: ['mcp:read', 'mcp:look'] };
  return (await service.created<{ token: string }>('/tda/ai/tokens', session, body)).token;
}

describeServiceOnBoth('what clients show of a crew', (running) => {
  const asking = (token: string) => async (method: string, params: Record<string, unknown>) => {
    const { status, body } = await send(running(), token, method, params);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(SECRET);
    return body;
  };
  const completed = async (ask: ReturnType<typeof asking>, ref: object, name: string) =>
    (await ask('completion/complete', { ref, argument: { name, value: '' } })).result.completion.values;

  it('a member is offered its machines and what ran there, and reads them', async () => {
    const { crew, members, execution } = await setUp(running());
    const ask = asking(await tokenOf(running(), members.watcher));
    const uri = `synapse://machines/${crew}%2Fweb1`;
    const { resources } = (await ask('resources/list', {})).result;
    const uris = resources.map((one: { uri: string }) => one.uri);
    expect(uris).toContain(uri);
    expect(uris).toContain(`synapse://executions/${execution}`);
    const read = async (what: string) => (await ask('resources/read', { uri: what })).result.contents[0].text;
    expect(await read(uri)).toContain('web1');
    expect(await read('synapse://machines')).toContain('web1');
    expect(await read(`synapse://executions/${execution}`)).toContain('broken');
    const template = { type: 'ref/resource', uri: 'synapse://machines/{slug}' };
    expect(await completed(ask, template, 'slug')).toContain(`${crew}/web1`);
    expect(await completed(ask, { type: 'ref/prompt', name: 'triage' }, 'machine')).toContain(`${crew}/web1`);
    const ids = await completed(ask, { type: 'ref/prompt', name: 'explain-failure' }, 'execution_id');
    expect(ids).toEqual([execution]);
  });

  it('prompts hold what is known of a machine of the crew, and of what failed on it', async () => {
    const { crew, members, execution } = await setUp(running());
    const ask = asking(await tokenOf(running(), members.watcher));
    const prompt = async (name: string, args: object) =>
      (await ask('prompts/get', { name, arguments: args })).result.messages[0].content.text;
    const triage = await prompt('triage', { machine: `${crew}/web1` });
    for (const fact of [`${crew}/web1`, 'exit 3', 'echo broken']) expect(triage).toContain(fact);
    const explained = await prompt('explain-failure', { execution_id: execution });
    for (const fact of [`${crew}/web1`, 'exit 3', 'broken']) expect(explained).toContain(fact);
    expect(await prompt('explain-failure', {})).toBe(explained);
    expect(await prompt('catch-up', {})).toContain(`${crew}/web1`);
  });

  it('a stranger finds none of it', async () => {
    const { crew, stranger, execution } = await setUp(running());
    const ask = asking(await tokenOf(running(), stranger));
    expect(JSON.stringify(await ask('resources/list', {}))).not.toContain(crew);
    const refused = [
      await ask('resources/read', { uri: `synapse://machines/${crew}%2Fweb1` }),
      await ask('resources/read', { uri: `synapse://executions/${execution}` }),
      await ask('prompts/get', { name: 'triage', arguments: { machine: `${crew}/web1` } }),
      await ask('prompts/get', { name: 'explain-failure', arguments: { execution_id: execution } }),
    ];
    for (const { error, result } of refused) {
      expect(result).toBeUndefined();
      expect(error.message).not.toContain('web1');
    }
  });

  it('what waits for an answer is shown to the one who asked, and to no other member', async () => {
    const { crew, members } = await setUp(running());
    const policy = 'rules:\n  - when: { program: [rm] }\n    then: ask\n    ask: other\n';
    const written = await running().call('PUT', `/crews/${crew}/synapse/policy`, {
      token: members.owner.session,
      body: { text: policy },
    });
    expect(written.status, JSON.stringify(written.body)).toBeLessThan(300);
    const order = { machine: `${crew}/web1`, command: 'rm -rf /srv/old', wait_seconds: 0 };
    await running().call('POST', '/synapse/exec', { token: members.operator.session, body: order });
    const waiting = async (user: TestUser) => {
      const ask = asking(await tokenOf(running(), user));
      return (await ask('resources/read', { uri: 'synapse://approvals' })).result.contents[0].text;
    };
    expect(await waiting(members.operator)).toContain(`${crew}/web1`);
    for (const other of [members.watcher, members.keeper]) expect(await waiting(other)).not.toContain('web1');
  });

  it('the view of machines has the crew’s', async () => {
    const { crew, members, stranger } = await setUp(running());
    const rowsOf = async (user: TestUser) => {
      const params = { name: 'synapse_view_machines', arguments: {} };
      const { result } = await asking(await tokenOf(running(), user))('tools/call', params);
      return result.structuredContent.machines.map((one: { crew?: string; slug: string }) => `${one.crew}/${one.slug}`);
    };
    expect((await rowsOf(members.watcher)).toSorted()).toEqual([`${crew}/gone`, `${crew}/web1`]);
    expect(await rowsOf(stranger)).toEqual([]);
  });
});

it('what a check says of a machine, and with it the address, is told to those alone who may change it', async () => {
  const found = { slug: 'gone', message: 'nothing answers at 192.0.2.1' } as MachineHealth;
  const healthIn = createHealthIn(async () => [found]);
  const seenBy = (role: CrewRole) => healthIn({ id: personalWorkspaceId('ops'), crew: 'ops', role, until: null }, 'en');
  expect(await seenBy('watcher')).toEqual([{ ...found, message: null }]);
  expect(await seenBy('operator')).toEqual([{ ...found, message: null }]);
  expect(await seenBy('keeper')).toEqual([found]);
  expect(await healthIn(personalWorkspace('somebody'), 'en')).toEqual([found]);
});
