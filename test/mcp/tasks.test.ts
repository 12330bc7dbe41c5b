/** Tasks, addresses to open, and what is told of tools: for clients that declare it, and for nobody else. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as SdkClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as SdkTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOL_TITLES } from '../../packages/contract/src/index.ts';
import {
  ASKING_POLICY,
  approve,
  ask,
  decide,
  leavesMark,
  listed,
  newOwner,
  type Owner,
  type Shown,
} from '../approvals/rig.ts';
import { type Service, startService } from '../service.ts';
import { DATABASES, onDatabase, PATHS, type SendOptions, send, TASKS, URLS, VIEWS } from './surface-rig.ts';

describe.each(DATABASES)('on %s', (database) => {
  let service: Service;
  let owner: Owner;
  beforeAll(async () => {
    service = await startService({
      SYNAPSE_ALLOW_LOCAL: 'all',
      SYNAPSE_PUBLIC_URL: 'https://synapse.example',
      ...(await onDatabase(database)),
    });
    owner = await newOwner(service);
  });
  afterAll(() => service?.stop());

  const both = { ...TASKS, ...URLS };
  const post = (
    method: string,
    params: Record<string, unknown>,
    capabilities: object = TASKS,
    more: SendOptions = {},
  ) => send(service, owner.token, method, params, { capabilities, ...more });
  const exec = async (args: object, capabilities: object = TASKS, more: SendOptions = {}): Promise<Shown> =>
    (await post('tools/call', { name: 'synapse_exec', arguments: { machine: 'free', ...args } }, capabilities, more))
      .body.result;
  const task = async (taskId: string, capabilities: object = TASKS): Promise<Shown> =>
    (await post('tasks/get', { taskId }, capabilities)).body.result;
  const ended = async (taskId: string): Promise<Shown> => {
    await service.tool(owner.token, 'synapse_view_execution', { execution_id: taskId, wait_seconds: 30 });
    return task(taskId);
  };
  const callsToday = async (): Promise<number> =>
    (await service.call<{ calls_today: number }>('GET', '/auth/me', { token: owner.session })).body.calls_today;

  describe('a command that outlasts its answer', () => {
    it('is a task under its execution id, and gives all of its result however often it is asked for', async () => {
      const made = await exec({
        command: 'echo begun; read line; echo $line >&2; exit 3',
        stdin: 'over\n',
        wait_seconds: 0,
      });
      expect(made).toMatchObject({
        resultType: 'task',
        status: 'working',
        taskId: expect.stringMatching(/^[0-9a-z]{20,}$/),
        createdAt: expect.stringMatching(/^\d{4}-/),
        lastUpdatedAt: expect.stringMatching(/^\d{4}-/),
        ttlMs: null,
        pollIntervalMs: expect.any(Number),
      });
      for (const name of ['content', 'structuredContent', 'inputRequests', 'result'])
        expect(made).not.toHaveProperty(name);
      const done = await ended(made.taskId);
      expect(done).toMatchObject({
        resultType: 'complete',
        taskId: made.taskId,
        status: 'completed',
        result: { structuredContent: { stdout: 'begun\n', stderr: 'over\n', exit_code: 3 } },
      });
      expect((await task(made.taskId)).result).toEqual(done.result);
    });

    it('is answered as ever where it ends in time, or where the client declares no tasks', async () => {
      expect(await exec({ command: 'echo quick' })).toMatchObject({
        resultType: 'complete',
        structuredContent: { stdout: 'quick\n' },
      });
      const plain = await exec({ command: 'sleep 30', wait_seconds: 0 }, {});
      expect(plain).toMatchObject({ resultType: 'complete', structuredContent: { status: 'running' } });
      const { execution_id } = plain.structuredContent;
      await service.tool(owner.token, 'synapse_cancel_execution', { execution_id });
    });

    it('is stopped by tasks/cancel, and a job is a task at once', async () => {
      const { taskId } = await exec({ command: 'sleep 600', detach: true });
      expect(await task(taskId)).toMatchObject({ status: 'working', statusMessage: expect.any(String) });
      for (const _ of ['running', 'stopped']) {
        const { body } = await post('tasks/cancel', { taskId });
        expect(Object.keys(body.result).sort()).toEqual(['_meta', 'resultType']);
      }
      expect(await task(taskId)).toMatchObject({ status: 'cancelled' });
    });

    it('costs the day one call, however often it is looked at', async () => {
      const before = await callsToday();
      const { taskId } = await exec({ command: 'sleep 600', wait_seconds: 0 });
      await task(taskId);
      await post('tasks/update', { taskId, inputResponses: {} });
      await post('tasks/cancel', { taskId });
      expect(await callsToday()).toBe(before + 1);
    });

    it('is there for its owner and for clients with tasks alone', async () => {
      const { taskId } = await exec({ command: 'sleep 600', wait_seconds: 0 });
      const other = await newOwner(service);
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        const params = { taskId, inputResponses: {} };
        for (const path of PATHS) {
          const foreign = await send(service, other.token, method, params, { capabilities: TASKS, path });
          const unknown = await post(method, { ...params, taskId: 'no-such-task' }, TASKS, { path });
          expect([path, foreign.body.error.code, unknown.body.error.code]).toEqual([path, -32602, -32602]);
        }
        const undeclared = await post(method, params, {});
        expect(undeclared).toMatchObject({
          status: 400,
          body: {
            error: {
              code: -32021,
              data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
            },
          },
        });
        const misnamed = await post(method, params, TASKS, { headers: { 'mcp-name': 'another' } });
        expect([misnamed.status, misnamed.body.error.code]).toEqual([400, -32020]);
        const earlier = await send(service, owner.token, method, params, { era: 'legacy' });
        expect(earlier.body.error.code).toBe(-32601);
      }
      for (const params of [{ taskId: 7 }, {}]) expect((await post('tasks/get', params)).body.error.code).toBe(-32602);
      expect(await task(taskId)).toMatchObject({ status: 'working' });
      expect((await post('tasks/update', { taskId })).body.error.code).toBe(-32602);
      await post('tasks/cancel', { taskId });
    });

    it('tells no secret, also one that was stored since', async () => {
      const [value, later] = ['behind-seven-mountains', 'behind-seven-rivers'];
      const put = (name: string, text: string) =>
        service.call('PUT', `/synapse/secrets/${name}`, { token: owner.session, body: { value: text } });
      await put('MOUNTAINS', value);
      const command = `echo {{MOUNTAINS}}; printf %s {{MOUNTAINS}} | base64; echo ${later}`;
      for (const path of ['/tda/mcp', '/tda/mcp?answers=text']) {
        const { taskId } = await exec({ command, wait_seconds: 0 }, TASKS, { path });
        await ended(taskId);
        await put('RIVERS', later);
        const told = JSON.stringify((await post('tasks/get', { taskId }, TASKS, { path })).body);
        expect(told).toContain('completed');
        for (const hidden of [value, later, Buffer.from(value).toString('base64')]) expect(told).not.toContain(hidden);
      }
    });

    it('is not given to who may not ask for it later', async () => {
      const scopes = ['mcp:synapse'];
      const narrow = await newOwner(service);
      const { token } = await service.created<{ token: string }>('/tda/ai/tokens', narrow.session, { scopes });
      const params = { name: 'synapse_exec', arguments: { machine: 'free', command: 'sleep 600', wait_seconds: 0 } };
      const { body } = await send(service, token, 'tools/call', params, { capabilities: TASKS });
      expect(body.result).toMatchObject({ resultType: 'complete', structuredContent: { status: 'running' } });
      const id = body.result.structuredContent.execution_id;
      const refused = await send(service, token, 'tasks/get', { taskId: id }, { capabilities: TASKS });
      expect(refused.body.error.data.code).toBe('scope_missing');
      await send(service, token, 'tasks/cancel', { taskId: id }, { capabilities: TASKS });
    });
  });

  describe('a task that waits for a person', () => {
    it('wants input by an address, decided by nothing that the client says', async () => {
      const mark = leavesMark();
      const made = await exec({ machine: 'asked', command: mark.command }, both);
      expect(made).toMatchObject({ resultType: 'task', status: 'working' });
      const waiting = await task(made.taskId, both);
      const [asked] = await listed(service, owner);
      expect(waiting).toMatchObject({ status: 'input_required', statusMessage: expect.stringContaining(asked.id) });
      const requests = Object.entries<Shown>(waiting.inputRequests);
      expect(requests).toHaveLength(1);
      const [key, request] = requests[0]!;
      expect(request).toMatchObject({
        method: 'elicitation/create',
        params: { mode: 'url', url: expect.stringContaining(`/approvals/${asked.id}`), message: expect.any(String) },
      });
      for (const action of ['accept', 'decline', 'cancel']) {
        const { body } = await post(
          'tasks/update',
          { taskId: made.taskId, inputResponses: { [key]: { action } } },
          both,
        );
        expect(body.result.resultType).toBe('complete');
      }
      expect(await task(made.taskId, both)).toMatchObject({ status: 'input_required' });
      expect(mark.runs()).toBe(0);
      expect((await approve(service, owner, asked.id)).status).toBe(200);
      expect(await ended(made.taskId)).toMatchObject({ status: 'completed' });
      expect(mark.runs()).toBe(1);
    });

    it('works, and says what it waits for, where the client opens no address', async () => {
      const { taskId } = await exec({ machine: 'asked', command: 'echo no' });
      const [asked] = await listed(service, owner);
      expect(await task(taskId)).toMatchObject({ status: 'working', statusMessage: expect.stringContaining(asked.id) });
      expect(await task(taskId)).not.toHaveProperty('inputRequests');
      await decide(service, owner, asked.id, { decision: 'deny' });
      expect(await task(taskId)).toMatchObject({ status: 'completed', result: { content: [{ type: 'text' }] } });
      expect(JSON.stringify(await task(taskId))).toContain('approval_denied');
    });
  });

  describe('an address to open', () => {
    it('is asked for once by the newest revision, and the answer decides nothing', async () => {
      const mark = leavesMark();
      const questions: Shown[] = [];
      const client = new Client(
        { name: 'a test', version: '1.0.0' },
        { capabilities: URLS, versionNegotiation: { mode: { pin: '2026-07-28' } } },
      );
      client.setRequestHandler('elicitation/create', async (request: Shown) => {
        questions.push(request.params);
        return { action: 'accept' };
      });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${service.url}/tda/mcp`), {
          requestInit: { headers: { 'X-AI-Token': owner.token } },
        }),
      );
      const args = { machine: 'asked', command: mark.command, wait_seconds: 0 };
      const answer: Shown = await client.callTool({ name: 'synapse_exec', arguments: args });
      expect(answer.structuredContent).toMatchObject({ status: 'pending' });
      const { id } = answer.structuredContent.approval;
      expect(questions).toMatchObject([{ mode: 'url', url: expect.stringContaining(`/approvals/${id}`) }]);
      expect(mark.runs()).toBe(0);
      expect(await listed(service, owner)).toHaveLength(1);
      await decide(service, owner, id, { decision: 'deny' });
      await client.close();
    });

    it('comes after a form, where the policy lets the client ask and the client has forms', async () => {
      const asking = await newOwner(service, ASKING_POLICY.replace('then: ask', 'then: ask\n    ask: client'));
      let asked = 0;
      const modeFor = async (elicitation: object, more: object = {}): Promise<unknown> => {
        const params = {
          name: 'synapse_exec',
          arguments: { machine: 'asked', command: `echo ${++asked}`, wait_seconds: 0 },
        };
        const { body } = await send(service, asking.token, 'tools/call', params, {
          capabilities: { elicitation, ...more },
        });
        const { resultType, inputRequests } = body.result;
        return resultType === 'input_required' ? inputRequests.approve.params.mode : resultType;
      };
      expect(await modeFor({})).toBe('form');
      expect(await modeFor({ form: {} })).toBe('form');
      expect(await modeFor({ form: {}, url: {} })).toBe('form');
      expect(await modeFor({ url: {} })).toBe('url');
      expect(await modeFor({ form: {}, url: {} }, TASKS)).toBe('task');
      for (const { id } of await listed(service, asking)) await decide(service, asking, id, { decision: 'deny' });
    });

    it('is about the client’s own question', async () => {
      const { result } = await ask(service, owner, 'echo theirs');
      const other = await newOwner(service);
      const params = {
        name: 'synapse_exec',
        arguments: { machine: 'asked', command: 'echo mine', wait_seconds: 0 },
        requestState: `url:${result.approval.id}`,
        inputResponses: { approve: { action: 'accept' } },
      };
      const { body } = await send(service, other.token, 'tools/call', params, { capabilities: URLS });
      expect(body.result._meta['synapse/code']).toBe('not_found');
      await decide(service, owner, result.approval.id, { decision: 'deny' });
    });

    it('is sent on the stream of the call by the revision that brought it', async () => {
      const questions: Shown[] = [];
      const client = new SdkClient({ name: 'a test', version: '1.0.0' }, { capabilities: URLS });
      const asked = new Promise<void>((resolve) => {
        client.setRequestHandler(ElicitRequestSchema, async (request) => {
          questions.push(request.params);
          resolve();
          return { action: 'accept' };
        });
      });
      const transport = new SdkTransport(new URL(`${service.url}/tda/mcp`), {
        requestInit: { headers: { 'X-AI-Token': owner.token } },
      });
      await client.connect(transport as never);
      expect(transport.sessionId).toMatch(/\.u$/);
      const answer = client.callTool({ name: 'synapse_exec', arguments: { machine: 'asked', command: 'echo no' } });
      await asked;
      const [{ id }] = await listed(service, owner);
      expect(questions).toMatchObject([{ mode: 'url', elicitationId: id, url: expect.stringContaining(id) }]);
      await decide(service, owner, id, { decision: 'deny' });
      expect(await answer).toMatchObject({ isError: true, _meta: { 'synapse/code': 'approval_denied' } });
      await client.close();
    });
  });

  describe('what is told of tools', () => {
    const list = async (options: SendOptions & { token?: string } = {}): Promise<Shown[]> =>
      (await send(service, options.token ?? owner.token, 'tools/list', {}, options)).body.result.tools;
    const read = ({ name, description, inputSchema }: Shown) => ({ name, description, inputSchema });

    it('has a title in the language of the caller, where the revision puts it', async () => {
      for (const tool of await list()) expect([tool.name, tool.title]).toEqual([tool.name, TOOL_TITLES[tool.name]?.en]);
      const [french] = await list({ headers: { 'accept-language': 'fr' } });
      expect(french.title).toBe('Exécuter une commande');
      const [first] = await list({ era: 'legacy' });
      expect(first).toMatchObject({ annotations: { title: 'Run a command' } });
      expect(first).not.toHaveProperty('title');
      const [later] = await list({ era: 'legacy', headers: { 'mcp-protocol-version': '2025-06-18' } });
      expect(later).toMatchObject({ title: 'Run a command' });
      expect(later.annotations).not.toHaveProperty('title');
    });

    it('marks what is always loaded, and says of each tool what it does', async () => {
      const tools = await list();
      const marked = tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true).map(({ name }) => name);
      expect(marked.sort()).toEqual(['synapse_exec', 'synapse_list_machines', 'synapse_look']);
      for (const { name, annotations } of tools) {
        const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
        for (const hint of [readOnlyHint, destructiveHint, idempotentHint, openWorldHint])
          expect([name, typeof hint]).toEqual([name, 'boolean']);
        if (/^(synapse_)?(list|get|search|look|read)/.test(name)) expect([name, readOnlyHint]).toEqual([name, true]);
        if (/_(delete|update|put|write|edit|copy|cancel)(_|$)/.test(`_${name}`))
          expect([name, destructiveHint]).toEqual([name, true]);
        if (readOnlyHint) expect([name, destructiveHint]).toEqual([name, false]);
      }
      const exec = tools.find(({ name }) => name === 'synapse_exec');
      expect(exec.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
      expect(tools.find(({ name }) => name === 'synapse_look').annotations).toMatchObject({ openWorldHint: true });
    });

    it('names views for clients that show them, and costs the others nothing', async () => {
      const plain = await list();
      expect(JSON.stringify(plain)).not.toMatch(/ui:\/\/|resourceUri|visibility|synapse_view_/);
      const seen = await list({ capabilities: VIEWS });
      const linked = seen
        .filter(({ _meta }) => _meta?.ui?.resourceUri)
        .map(({ name, _meta }) => [name, _meta.ui.resourceUri]);
      expect(Object.fromEntries(linked)).toEqual({
        synapse_exec: 'ui://synapse/execution',
        synapse_look: 'ui://synapse/execution',
        synapse_get_execution: 'ui://synapse/execution',
        synapse_exec_many: 'ui://synapse/many',
        synapse_list_machines: 'ui://synapse/machines',
      });
      const forViews = seen
        .filter(({ _meta }) => _meta?.ui?.visibility)
        .map(({ name, _meta }) => [name, _meta.ui.visibility]);
      expect(forViews).toEqual([
        ['synapse_view_execution', ['app']],
        ['synapse_view_machines', ['app']],
      ]);
      const forModel = seen.filter(({ _meta }) => !_meta?.ui?.visibility);
      expect(forModel.map(read)).toEqual(plain.map(read));
      const core = await list({ capabilities: VIEWS, path: '/tda/mcp?tools=core' });
      const hidden = core.filter(({ _meta }) => _meta?.ui?.visibility).map(({ name }) => name);
      expect(hidden).toEqual(['synapse_cancel_execution', 'synapse_view_execution', 'synapse_view_machines']);
    });

    it('adds to results what a view needs, also where they are text', async () => {
      for (const path of ['/tda/mcp', '/tda/mcp?answers=text']) {
        const shown = await exec({ command: 'echo seen' }, VIEWS, { path });
        expect(shown._meta['synapse/execution_id']).toMatch(/^[0-9a-z]{20,}$/);
        expect((await exec({ command: 'echo seen' }, {}, { path }))._meta).not.toHaveProperty('synapse/execution_id');
      }
      const many = { name: 'synapse_exec_many', arguments: { machines: ['free'], command: 'echo seen' } };
      const { body } = await post('tools/call', many, VIEWS, { path: '/tda/mcp?answers=text' });
      expect(body.result._meta['synapse/execution_ids']).toMatchObject({ free: expect.any(String) });
    });

    it('carries what an earlier revision declares in the name of its session', async () => {
      const begin = async (capabilities: object) => {
        const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'a test', version: '1' } };
        const { headers, body } = await send(service, owner.token, 'initialize', params, { era: 'legacy' });
        return { session: headers.get('mcp-session-id')!, capabilities: body.result.capabilities };
      };
      const plain = await begin({});
      expect(plain.capabilities).toEqual({ tools: {}, prompts: {}, resources: {}, completions: {} });
      expect(plain.session).not.toContain('.');
      const views = await begin(VIEWS);
      expect(views.capabilities.extensions).toEqual({ 'io.modelcontextprotocol/ui': {} });
      const inSession = (session: string) => list({ era: 'legacy', headers: { 'mcp-session-id': session } });
      expect(JSON.stringify(await inSession(views.session))).toContain('ui://synapse/execution');
      expect(JSON.stringify(await inSession(plain.session))).not.toContain('ui://');
      expect(JSON.stringify(await list({ era: 'legacy' }))).not.toContain('ui://');
    });
  });
});
