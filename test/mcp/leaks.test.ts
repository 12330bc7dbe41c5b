/**
 * The leak scan over prompts, resources, templates, completion, views and tasks. A value was written wherever a person,
 * a program or an assistant may write, and became a secret afterwards. Everything that can be asked for is then asked
 * for, as far as the lists and completion themselves lead, and searched for the value.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../packages/contract/src/index.ts';
import { ask, decide, newOwner, type Owner, type Shown } from '../approvals/rig.ts';
import { type Service, startService } from '../service.ts';
import { DATABASES, type Era, onDatabase, PATHS, type SendOptions, send, TASKS, URLS, VIEWS } from './surface-rig.ts';

const VALUE = 'k9-Tr0ub4dor-and-Qx3';
const SHOWN = '{{HIDDEN}}';
const FORMS = [
  VALUE,
  VALUE.toLowerCase(),
  Buffer.from(VALUE).toString('base64').replace(/=+$/, ''),
  Buffer.from(VALUE).toString('hex'),
  [...VALUE].reverse().join(''),
];
const ERAS: Era[] = ['legacy', 'modern'];
const POLICY = `version: 1
default: open
rules:
  - name: ask about ${VALUE}
    when: { machine: asked }
    then: ask
`;

describe.each(DATABASES)('on %s', (database) => {
  let service: Service;
  let owner: Owner;
  let pending: string;
  let executions: string[];
  /** What was asked, and everything that came back. */
  let heard: { readonly asked: string; readonly answer: string }[] = [];

  beforeAll(async () => {
    service = await startService({
      SYNAPSE_ALLOW_LOCAL: 'all',
      SYNAPSE_PUBLIC_URL: 'https://synapse.example',
      SYNAPSE_APPROVAL_MINUTES: '1440',
      ...(await onDatabase(database)),
    });
    owner = await newOwner(service, POLICY);
    const { session, token } = owner;
    const made = (path: string, body: object) => service.created<{ id: number }>(path, session, body);
    await made('/synapse/machines', { slug: 'named', kind: 'local', label: `of ${VALUE}`, tags: ['tagged'] });
    await service.call('PUT', '/synapse/aliases/abc', {
      token: session,
      body: { command: `echo ${VALUE} {{HIDDEN}}` },
    });
    for (const name of ['Plain', `Called ${VALUE}`]) {
      const { id } = await made('/tda/projects', { name, description: `about ${VALUE}` });
      await made(`/tda/projects/${id}/packs`, { title: `pack ${VALUE}`, content: `says ${VALUE}`, item_ids: [] });
      const url = `https://shop.example/?key=${VALUE}`;
      await made(`/tda/projects/${id}/services`, { title: `web ${VALUE}`, content: VALUE, machine: 'free', url });
      await made(`/tda/projects/${id}/knowledge`, { title: `know ${VALUE}`, content: `that ${VALUE}` });
      await made('/tda/journal', { project_id: id, content: `noted ${VALUE}` });
    }
    const printed = `echo ${VALUE}; printf %s ${VALUE} | base64; printf %s ${VALUE} | od -An -tx1 | tr -d ' \\n'; echo`;
    executions = [];
    for (const command of [printed, `{ ${printed}; } >&2; exit 3`]) {
      executions.push((await service.tool(token, 'synapse_exec', { machine: 'free', command })).result.execution_id);
    }
    const { result } = await ask(service, owner, `echo ${VALUE}`);
    pending = result.execution_id;
    const put = { token: session, body: { value: VALUE } };
    expect((await service.call('PUT', '/synapse/secrets/HIDDEN', put)).status).toBeLessThan(300);
  });
  afterAll(() => service?.stop());
  // One address may ask so often in a minute, and no more.
  beforeEach(() => service.advance(LIMITS.mcpCallsPerIp.windowMs + 1_000));

  const hear = async (method: string, params: Record<string, unknown>, options: SendOptions): Promise<Shown> => {
    const { headers, body } = await send(service, owner.token, method, params, options);
    heard.push({
      asked: `${method} ${JSON.stringify(params)} ${JSON.stringify(options)}`,
      answer: JSON.stringify([body, [...headers]]),
    });
    return body.result ?? {};
  };

  /** Every request that the scan has made of these methods was answered without the value; some of them knew of it. */
  const expectNoLeak = (...methods: string[]): void => {
    const of = heard.filter(({ asked }) => methods.some((method) => asked.startsWith(`${method} `)));
    expect(of.length).toBeGreaterThan(0);
    const leaks = of.filter(({ answer }) => FORMS.some((form) => answer.includes(form)));
    expect(leaks).toEqual([]);
  };
  const expectHidden = (start: string): void => {
    expect([start, heard.some(({ asked, answer }) => asked.startsWith(start) && answer.includes(SHOWN))]).toEqual([
      start,
      true,
    ]);
  };

  describe.each(ERAS)('%s', (era) => {
    /** One client at each address, each with a language of its own. */
    const ways: SendOptions[] = PATHS.map((path, at) => ({
      era,
      path,
      headers: { 'accept-language': ['en', 'fr'][at]!, ...(era === 'legacy' && { 'mcp-session-id': 'any.uv' }) },
      capabilities: { ...VIEWS, ...URLS },
    }));

    it('prompts tell nothing, with every argument that completion offers', async () => {
      heard = [];
      for (const way of ways) {
        const { prompts } = await hear('prompts/list', {}, way);
        expect(prompts.length).toBeGreaterThan(6);
        for (const { name, arguments: declared = [] } of prompts) {
          let offered: Record<string, string>[] = [{}];
          for (const argument of declared) {
            const ref = { type: 'ref/prompt', name };
            for (const typed of [VALUE, VALUE.slice(0, 5), 'Called']) {
              await hear('completion/complete', { ref, argument: { name: argument.name, value: typed } }, way);
            }
            const asked = { ref, argument: { name: argument.name, value: '' } };
            const { values } = (await hear('completion/complete', asked, way)).completion;
            if (argument.required) expect([name, values.length > 0]).toEqual([name, true]);
            const chosen = values.map((value: string) => ({ [argument.name]: value }));
            offered = [...(argument.required ? [] : offered), ...chosen];
          }
          for (const args of offered) await hear('prompts/get', { name, arguments: args }, way);
        }
      }
      expectNoLeak('prompts/list', 'prompts/get', 'completion/complete');
      expectHidden('prompts/list');
      for (const name of ['triage', 'explain-failure', 'catch-up', 'deploy', 'rotate-secret', 'pack-pack']) {
        expectHidden(`prompts/get {"name":"${name}`);
      }
    });

    it('resources tell nothing, listed, completed or read', async () => {
      heard = [];
      for (const way of ways) {
        const { resources } = await hear('resources/list', {}, way);
        const uris = new Set<string>(resources.map(({ uri }: Shown) => uri));
        const { resourceTemplates } = await hear('resources/templates/list', {}, way);
        for (const { uriTemplate } of resourceTemplates) {
          const [, name] = /\{(\w+)\}/.exec(uriTemplate)!;
          const argument = { name, value: '' };
          const asked = { ref: { type: 'ref/resource', uri: uriTemplate }, argument };
          for (const value of (await hear('completion/complete', asked, way)).completion.values) {
            uris.add(uriTemplate.replace(`{${name}}`, encodeURIComponent(value)));
          }
        }
        for (const start of ['ui://synapse/', 'synapse://machines/', 'synapse://executions/', 'synapse://projects/']) {
          expect([start, [...uris].some((uri) => uri.startsWith(start))]).toEqual([start, true]);
        }
        for (const uri of uris) {
          const { contents } = await hear('resources/read', { uri }, way);
          // What waits has printed nothing.
          expect([uri, contents?.length]).toEqual([uri, uri.endsWith(`${pending}/output`) ? undefined : 1]);
        }
      }
      expectNoLeak('resources/list', 'resources/templates/list', 'resources/read', 'completion/complete');
      expectHidden('resources/list');
      for (const start of ['machines', 'executions', 'projects', 'approvals']) {
        expectHidden(`resources/read {"uri":"synapse://${start}`);
      }
    });

    it('views are told nothing', async () => {
      heard = [];
      for (const way of ways) {
        const call = (name: string, args: object) => hear('tools/call', { name, arguments: args }, way);
        await hear('tools/list', {}, way);
        await call('synapse_list_machines', {});
        await call('synapse_view_machines', {});
        for (const execution_id of [...executions, pending]) {
          await call('synapse_get_execution', { execution_id, since: 0 });
          for (const raw of [false, true]) await call('synapse_view_execution', { execution_id, raw });
        }
      }
      expectNoLeak('tools/list', 'tools/call');
      expectHidden('tools/call {"name":"synapse_view_machines"');
      expectHidden('tools/call {"name":"synapse_view_execution"');
    });
  });

  it('tasks and questions tell nothing', async () => {
    heard = [];
    for (const path of [...PATHS, '/tda/mcp?answers=text', '/mcp?answers=json']) {
      for (const capabilities of [TASKS, { ...TASKS, ...URLS }, URLS]) {
        const way: SendOptions = { path, capabilities };
        for (const taskId of [...executions, pending]) {
          for (const method of ['tasks/get', 'tasks/update']) await hear(method, { taskId, inputResponses: {} }, way);
        }
        const exec = { machine: 'asked', command: `echo {{HIDDEN}}; : ${path}`, wait_seconds: 0 };
        const asked = await hear('tools/call', { name: 'synapse_exec', arguments: exec }, way);
        if (asked.taskId) {
          await hear('tasks/get', { taskId: asked.taskId }, way);
          await hear('tasks/cancel', { taskId: asked.taskId }, way);
        }
      }
      const free = { machine: 'free', command: 'printf %s {{HIDDEN}} | base64; echo {{HIDDEN}}; sleep 600' };
      const way: SendOptions = { path, capabilities: TASKS };
      const started = await hear('tools/call', { name: 'synapse_exec', arguments: { ...free, wait_seconds: 0 } }, way);
      expect(started.resultType).toBe('task');
      await hear('tasks/get', { taskId: started.taskId }, way);
      await hear('tasks/cancel', { taskId: started.taskId }, way);
      await hear('tasks/get', { taskId: started.taskId }, way);
    }
    expectNoLeak('tools/call', 'tasks/get', 'tasks/update', 'tasks/cancel');
    expectHidden('tasks/get');
    for (const { id } of (
      await service.call<Shown>('GET', '/synapse/approvals?status=pending', { token: owner.session })
    ).body.approvals) {
      await decide(service, owner, id, { decision: 'deny' });
    }
  });

  it('no line of the log holds it', () => {
    expect(service.log.filter((line) => line.includes(VALUE))).toEqual([]);
  });
});
