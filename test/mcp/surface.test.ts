/** Prompts, resources and completion: what they hold, whose it is, what it costs, and what they never tell. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as SdkClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXECUTION_LIMITS, LIMITS } from '../../packages/contract/src/index.ts';
import { ASKING_POLICY, ask, newOwner, type Owner, type Shown } from '../approvals/rig.ts';
import { type Service, startService } from '../service.ts';
import { DATABASES, type Era, onDatabase, PATHS, type SendOptions, send } from './surface-rig.ts';

const SECRET = 'tr0ub4dor-and-three-more';
const ERAS: Era[] = ['legacy', 'modern'];
const MOST_TOKENS = 1_500;
/** As the service counts them. */
const tokensIn = (text: string): number => Math.ceil(text.length / EXECUTION_LIMITS.charsPerToken);

describe.each(DATABASES)('on %s', (database) => {
  let service: Service;
  let owner: Owner;
  let other: Owner;
  let project: { id: number };
  let foreign: { id: number };
  let failed: string;
  /** An execution of somebody else. */
  let theirs: string;
  beforeAll(async () => {
    service = await startService({ SYNAPSE_ALLOW_LOCAL: 'all', ...(await onDatabase(database)) });
    owner = await newOwner(service);
    other = await newOwner(service, ASKING_POLICY);
    const { session, token } = owner;
    project = await service.created('/tda/projects', session, { name: 'Shop', description: 'sells things' });
    foreign = await service.created('/tda/projects', other.session, { name: 'Theirs' });
    const item = (kind: string, body: object) => service.created(`/tda/projects/${project.id}/${kind}`, session, body);
    await item('packs', { title: 'Déploiement', content: 'push, then migrate', item_ids: [] });
    await item('packs', { title: 'deploiement', content: 'another', item_ids: [] });
    await item('packs', { title: `Key ${SECRET}`, content: `the key is ${SECRET}`, item_ids: [] });
    await item('services', { title: 'web', content: 'the shop', machine: 'free', url: 'https://shop.example' });
    await service.created('/tda/journal', session, { project_id: project.id, content: `moved, with ${SECRET}` });
    await service.tool(token, 'synapse_exec', { machine: 'free', command: 'echo fine' });
    const wrong = 'echo out; echo broken >&2; exit 3';
    failed = (await service.tool(token, 'synapse_exec', { machine: 'free', command: wrong, verbose: true })).result
      .execution_id;
    await ask(service, owner, `echo ${SECRET}`);
    theirs = (await ask(service, other, 'echo theirs')).result.execution_id;
    // Stored after all that was written: what is shown from now on is without it.
    const stored = await service.call('PUT', '/synapse/secrets/DB_PASSWORD', {
      token: session,
      body: { value: SECRET },
    });
    expect(stored.status).toBeLessThan(300);
  });
  afterAll(() => service?.stop());

  /** One address may ask so often in a minute, and no more. */
  const nextMinute = (): void => service.advance(LIMITS.mcpCallsPerIp.windowMs + 1_000);
  const asked = (method: string, params: Record<string, unknown> = {}, options: SendOptions = {}) =>
    send(service, owner.token, method, params, options);
  const result = async (method: string, params: Record<string, unknown> = {}, options: SendOptions = {}) => {
    const { status, body } = await asked(method, params, options);
    expect([status, body.error]).toEqual([200, undefined]);
    return body.result;
  };
  const error = async (method: string, params: Record<string, unknown> = {}, options: SendOptions = {}) => {
    const { status, body } = await asked(method, params, options);
    expect([status, body.result]).toEqual([200, undefined]);
    return body.error;
  };
  const promptText = async (name: string, args: Record<string, string> = {}, options: SendOptions = {}) => {
    const { messages } = await result('prompts/get', { name, arguments: args }, options);
    expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
    const { text } = messages[0].content;
    expect(tokensIn(text)).toBeLessThanOrEqual(MOST_TOKENS);
    expect(text).not.toContain(SECRET);
    return text as string;
  };
  const callsToday = async (): Promise<number> =>
    (await service.call<{ calls_today: number }>('GET', '/auth/me', { token: owner.session })).body.calls_today;

  describe.each(ERAS)('prompts, %s', (era) => {
    it('are listed with their arguments, packs among them', async () => {
      const { prompts, ...rest } = await result('prompts/list', {}, { era });
      const names = prompts.map(({ name }: Shown) => name);
      expect(names).toEqual([
        'triage',
        'explain-failure',
        'catch-up',
        'deploy',
        'rotate-secret',
        'pack-deploiement',
        'pack-deploiement-2',
        expect.stringMatching(/^pack-key[a-z0-9-]*$/),
      ]);
      expect(prompts[0]).toMatchObject({
        description: expect.any(String),
        arguments: [{ name: 'machine', required: true, description: expect.any(String) }],
      });
      expect(JSON.stringify(prompts)).not.toContain(SECRET);
      if (era === 'modern') expect(rest).toMatchObject({ ttlMs: expect.any(Number), cacheScope: 'private' });
      else expect(rest).toEqual({});
    });

    it('hold what is known already', async () => {
      const triage = await promptText('triage', { machine: 'free' }, { era });
      for (const fact of ['free', 'exit 3', 'echo broken', 'synapse_look']) expect(triage).toContain(fact);
      const explained = await promptText('explain-failure', {}, { era });
      for (const fact of ['exit 3', 'echo out; echo broken']) expect(explained).toContain(fact);
      expect(explained.indexOf('## stderr')).toBeLessThan(explained.indexOf('## stdout'));
      expect(explained).toContain('broken');
      expect(await promptText('explain-failure', { execution_id: failed }, { era })).toBe(explained);
      const caught = await promptText('catch-up', { project: 'Shop', days: '2' }, { era });
      for (const fact of ['Shop', 'moved, with', 'asked', '/approvals/']) expect(caught).toContain(fact);
      expect(await promptText('catch-up', { project: String(project.id), days: '2' }, { era })).toBe(caught);
      const deploy = await promptText('deploy', { project: 'shop' }, { era });
      for (const fact of ['push, then migrate', 'web', 'https://shop.example']) expect(deploy).toContain(fact);
      const rotate = await promptText('rotate-secret', { name: 'DB_PASSWORD' }, { era });
      expect(rotate).toContain('{{DB_PASSWORD}}');
      expect(await promptText('pack-deploiement', {}, { era })).toContain('push, then migrate');
      expect(await promptText('pack-deploiement-2', {}, { era })).toContain('another');
    });

    it('refuse what they do not know, as the protocol says', async () => {
      const wrongs: [Record<string, unknown>, string | undefined][] = [
        [{ name: 'no-such' }, undefined],
        [{ name: 'pack-nothing' }, undefined],
        [{ name: 'triage' }, undefined],
        [{ name: 'triage', arguments: { machine: 'free', colour: 'red' } }, undefined],
        [{ name: 'triage', arguments: { machine: 7 } }, undefined],
        [{ name: 'triage', arguments: { machine: 'x'.repeat(5000) } }, undefined],
        [{ name: 'catch-up', arguments: { days: '0' } }, undefined],
        [{ name: 'catch-up', arguments: { days: 'many' } }, undefined],
        [{ name: 'triage', arguments: { machine: 'nowhere' } }, 'machine_not_found'],
        [{ name: 'deploy', arguments: { project: 'Theirs' } }, 'project_not_found'],
        [{ name: 'deploy', arguments: { project: String(foreign.id) } }, 'project_not_found'],
        [{ name: 'rotate-secret', arguments: { name: 'NO_SUCH' } }, 'secret_not_found'],
        [{ name: 'explain-failure', arguments: { execution_id: '01zzzzzzzzzzz' } }, 'execution_not_found'],
        [{ name: 'explain-failure', arguments: { execution_id: theirs } }, 'execution_not_found'],
      ];
      for (const path of PATHS) {
        for (const [params, code] of wrongs) {
          const found = await error('prompts/get', params, { era, path });
          expect([path, params, found.code, found.data?.code]).toEqual([path, params, -32602, code]);
        }
      }
    });
  });

  describe.each(ERAS)('resources, %s', (era) => {
    beforeAll(nextMinute);
    const read = (uri: string) => result('resources/read', { uri }, { era });

    it('are listed and can all be read, each as text without secrets', async () => {
      const { resources } = await result('resources/list', {}, { era });
      const uris: string[] = resources.map(({ uri }: Shown) => uri);
      for (const uri of [
        'synapse://machines',
        'synapse://approvals',
        'synapse://machines/free',
        `synapse://projects/${project.id}/context`,
        `synapse://projects/${project.id}/journal`,
        `synapse://executions/${failed}`,
      ]) {
        expect(uris).toContain(uri);
      }
      expect(uris.some((uri) => uri.startsWith('ui://'))).toBe(false);
      expect(JSON.stringify(resources)).not.toContain(SECRET);
      for (const uri of [...uris, `synapse://executions/${failed}/output`]) {
        const { contents, ...rest } = await read(uri);
        expect(contents).toMatchObject([{ uri, mimeType: expect.stringMatching(/^text\//), text: expect.any(String) }]);
        expect([uri, contents[0].text.includes(SECRET)]).toEqual([uri, false]);
        if (era === 'modern') expect(rest).toMatchObject({ ttlMs: expect.any(Number), cacheScope: 'private' });
        const listed = resources.find((one: Shown) => one.uri === uri);
        if (listed?.size !== undefined) expect(listed.size).toBe(Buffer.byteLength(contents[0].text));
      }
      const machine = resources.find(({ uri }: Shown) => uri === 'synapse://machines/free');
      expect(machine.annotations.lastModified).toMatch(/^\d{4}-/);
      const { resourceTemplates } = await result('resources/templates/list', {}, { era });
      expect(resourceTemplates.map(({ uriTemplate }: Shown) => uriTemplate)).toEqual([
        'synapse://machines/{slug}',
        'synapse://executions/{id}',
        'synapse://executions/{id}/output',
        'synapse://projects/{id}/context',
        'synapse://projects/{id}/journal',
      ]);
    });

    it('cost what the text of the tool costs', async () => {
      const text = async (name: string, args: object) =>
        (
          await service.call<Shown>('POST', '/tda/mcp?answers=text', {
            headers: { 'x-ai-token': owner.token, 'accept-language': 'en' },
            body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
          })
        ).body.result.content[0].text;
      const same: [string, string, object][] = [
        ['synapse://machines', 'synapse_list_machines', {}],
        ['synapse://machines/free', 'synapse_get_machine', { machine: 'free' }],
        [`synapse://executions/${failed}`, 'synapse_get_execution', { execution_id: failed, since: 0 }],
        [`synapse://executions/${failed}/output`, 'synapse_get_output', { execution_id: failed }],
        [`synapse://projects/${project.id}/journal`, 'list_journal', { project_id: project.id }],
      ];
      // A machine of kind local is seen at each look.
      const timeless = (told: string) => told.replace(/^last_seen_at: .*$/m, '');
      for (const [uri, name, args] of same) {
        expect(timeless((await read(uri)).contents[0].text)).toBe(timeless(await text(name, args)));
      }
      // A context is text already: as a resource it comes without the fields around it.
      const context = (await read(`synapse://projects/${project.id}/context`)).contents[0].text;
      const told = await text('get_project_context', { project_id: project.id });
      expect(tokensIn(context)).toBeLessThanOrEqual(tokensIn(told));
      expect(told).toContain(context.split('\n')[0]);
    });

    it('show one’s own pending approvals', async () => {
      const { contents } = await read('synapse://approvals');
      const { text } = contents[0];
      for (const fact of ['asked', 'echo', `/approvals/`]) expect(text).toContain(fact);
      expect(text.split('\n')).toHaveLength(1);
    });

    it('are not there where they are unknown, foreign or wrongly written', async () => {
      for (const uri of [
        'synapse://machines/nowhere',
        `synapse://machines/${'x'.repeat(80)}`,
        'synapse://machines/%zz',
        'synapse://machines/free/more',
        'synapse://nothing',
        'SYNAPSE://machines',
        'file:///etc/passwd',
        'ui://synapse/execution',
        `synapse://${'x'.repeat(5000)}`,
        `synapse://executions/${theirs}`,
        `synapse://executions/${theirs}/output`,
        `synapse://projects/${foreign.id}/context`,
        `synapse://projects/${foreign.id}/journal`,
        'synapse://projects/abc/context',
        'synapse://projects/-1/context',
      ]) {
        for (const path of PATHS) {
          const { code, data } = await error('resources/read', { uri }, { era, path });
          expect([path, uri, code, data.uri]).toEqual([path, uri, era === 'modern' ? -32602 : -32002, uri]);
        }
      }
      for (const params of [{ uri: 7 }, {}]) expect((await error('resources/read', params, { era })).code).toBe(-32602);
    });
  });

  it('tells a resource read nothing that the model would miss later', async () => {
    const command = "sh -c 'echo first; sleep 0.1; echo second'";
    const { result: started } = await service.tool(owner.token, 'synapse_exec', {
      machine: 'free',
      command,
      wait_seconds: 0,
      verbose: true,
    });
    const { execution_id } = started;
    await service.tool(owner.token, 'synapse_view_execution', { execution_id, wait_seconds: 20 });
    const { contents } = await result('resources/read', { uri: `synapse://executions/${execution_id}` });
    expect(contents[0].text).toContain('first\nsecond');
    const { result: told } = await service.tool(owner.token, 'synapse_get_execution', { execution_id });
    expect(`${started.stdout}${told.stdout}`).toBe('first\nsecond\n');
    const { result: raw } = await service.tool(owner.token, 'synapse_view_execution', { execution_id, raw: true });
    expect(raw).toMatchObject({ stdout: 'first\nsecond\n', stderr: '', status: 'done' });
  });

  describe.each(ERAS)('completion, %s', (era) => {
    const offered = async (ref: object, name: string, value = '') =>
      (await result('completion/complete', { ref, argument: { name, value } }, { era })).completion;
    const prompt = (name: string) => ({ type: 'ref/prompt', name });
    const template = (uri: string) => ({ type: 'ref/resource', uri });

    it('offers machines and projects of one’s own, and nobody else’s', async () => {
      expect((await offered(prompt('triage'), 'machine')).values).toEqual(['asked', 'free']);
      expect(await offered(prompt('triage'), 'machine', 'fr')).toEqual({ values: ['free'], total: 1, hasMore: false });
      expect((await offered(prompt('deploy'), 'project')).values).toEqual(['Shop']);
      expect((await offered(prompt('catch-up'), 'project', 'the')).values).toEqual([]);
      expect((await offered(prompt('rotate-secret'), 'name', 'db')).values).toEqual(['DB_PASSWORD']);
      expect((await offered(template('synapse://machines/{slug}'), 'slug', 'a')).values).toEqual(['asked']);
      expect((await offered(template('synapse://projects/{id}/context'), 'id')).values).toEqual([String(project.id)]);
      expect((await offered(template('synapse://executions/{id}'), 'id')).values).toContain(failed);
    });

    it('refuses what it does not know', async () => {
      for (const [ref, name] of [
        [prompt('no-such'), 'machine'],
        [prompt('triage'), 'colour'],
        [template('synapse://nothing/{id}'), 'id'],
        [template('synapse://machines/{slug}'), 'id'],
        [{ type: 'ref/other' }, 'id'],
      ] as const) {
        for (const path of PATHS) {
          const found = await error('completion/complete', { ref, argument: { name, value: '' } }, { era, path });
          expect([path, ref, found.code]).toEqual([path, ref, -32602]);
        }
      }
      expect((await error('completion/complete', { ref: prompt('triage') }, { era })).code).toBe(-32602);
    });
  });

  describe.each(ERAS)('without the scope, %s', (era) => {
    it.each(PATHS)('%s: lists are empty, and get and read name what is missing', async (path) => {
      const { token } = await service.created<{ token: string }>('/tda/ai/tokens', other.session, {
        scopes: ['mcp:write'],
      });
      const without = async (method: string, params: Record<string, unknown> = {}) =>
        (await send(service, token, method, params, { era, path })).body;
      expect((await without('prompts/list')).result.prompts).toEqual([]);
      expect((await without('resources/list')).result.resources).toEqual([]);
      expect((await without('resources/templates/list')).result.resourceTemplates).toEqual([]);
      const ref = { type: 'ref/prompt', name: 'triage' };
      const completed = await without('completion/complete', { ref, argument: { name: 'machine', value: '' } });
      expect(completed.result.completion.values).toEqual([]);
      for (const [method, params] of [
        ['prompts/get', { name: 'triage', arguments: { machine: 'free' } }],
        ['resources/read', { uri: 'synapse://machines' }],
      ] as const) {
        const { error: refused } = await without(method, params);
        expect(refused).toMatchObject({
          data: { code: 'scope_missing' },
          message: expect.stringContaining('mcp:read'),
        });
        expect(refused.code).toBeGreaterThan(-32000);
      }
    });
  });

  it('counts what is got and read, and nothing that is listed or completed', async () => {
    const before = await callsToday();
    for (const method of ['prompts/list', 'resources/list', 'resources/templates/list']) await result(method);
    const ref = { type: 'ref/prompt', name: 'triage' };
    await result('completion/complete', { ref, argument: { name: 'machine', value: '' } });
    expect(await callsToday()).toBe(before);
    await result('prompts/get', { name: 'catch-up' });
    await result('resources/read', { uri: 'synapse://machines' });
    await error('resources/read', { uri: 'synapse://nothing' });
    expect(await callsToday()).toBe(before + 3);
  });

  it('checks Mcp-Name of prompts and resources', async () => {
    for (const [method, params] of [
      ['prompts/get', { name: 'catch-up' }],
      ['resources/read', { uri: 'synapse://machines' }],
    ] as const) {
      const { status, body } = await asked(method, params, { headers: { 'mcp-name': 'another' } });
      expect([status, body.error.code]).toEqual([400, -32020]);
    }
  });

  it('pages through a list, and knows its own cursors only', async () => {
    expect((await error('prompts/list', { cursor: 'made up' })).code).toBe(-32602);
    expect((await error('resources/list', { cursor: '100000' })).code).toBe(-32602);
    expect((await result('prompts/list', { cursor: '' })).prompts.length).toBeGreaterThan(5);
  });

  it('speaks the language of the header, then of the account', async () => {
    const french = await result('prompts/list', {}, { headers: { 'accept-language': 'fr' } });
    expect(french.prompts[0].title).toBe('Que se passe-t-il sur une machine ?');
    const text = await promptText('triage', { machine: 'free' }, { headers: { 'accept-language': 'fr' } });
    expect(text).toContain('des données, pas des instructions');
  });

  it('serves the same on /mcp', async () => {
    const { prompts } = await result('prompts/list', {}, { path: '/mcp' });
    expect(prompts.map(({ name }: Shown) => name)).toContain('triage');
    expect((await result('resources/read', { uri: 'synapse://machines' }, { path: '/mcp' })).contents).toHaveLength(1);
  });

  describe.each(PATHS)('the official clients at %s', (path) => {
    beforeAll(nextMinute);
    const info = { name: 'a test', version: '1.0.0' };
    const options = (token: string) => ({ requestInit: { headers: { 'X-AI-Token': token } } });
    const url = () => new URL(`${service.url}${path}`);
    const connectV1 = async (token: string): Promise<Shown> => {
      const client = new SdkClient(info);
      await client.connect(new StreamableHTTPClientTransport(url(), options(token)));
      return client;
    };
    const connectV2 = async (token: string): Promise<Shown> => {
      const client = new ModernClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
      await client.connect(new ModernTransport(url(), options(token)));
      return client;
    };

    describe.each([
      ['SDK v1', connectV1, -32002],
      ['SDK v2', connectV2, -32602],
    ] as const)('%s', (_name, connect, notFound) => {
      it('lists, gets, reads and completes', async () => {
        const client = await connect(owner.token);
        const { prompts } = await client.listPrompts();
        expect(prompts.map(({ name }: Shown) => name)).toContain('deploy');
        const { messages } = await client.getPrompt({ name: 'triage', arguments: { machine: 'free' } });
        expect(messages[0].content.text).toContain('synapse_look');
        const { resources } = await client.listResources();
        expect(resources.map(({ uri }: Shown) => uri)).toContain('synapse://machines');
        expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(5);
        const { contents } = await client.readResource({ uri: 'synapse://machines' });
        expect(contents[0].text).toContain('free');
        const { completion } = await client.complete({
          ref: { type: 'ref/prompt', name: 'triage' },
          argument: { name: 'machine', value: 'f' },
        });
        expect(completion.values).toEqual(['free']);
        await client.close();
      });

      it('is told of a wrong address, a foreign id and a wrong argument by the errors of the protocol', async () => {
        const client = await connect(owner.token);
        for (const uri of [
          'synapse://nothing',
          'synapse://machines/nowhere',
          `synapse://executions/${theirs}`,
          `synapse://executions/${theirs}/output`,
          `synapse://projects/${foreign.id}/context`,
          `synapse://projects/${foreign.id}/journal`,
        ]) {
          await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: notFound, data: { uri } });
        }
        for (const [given, says] of [
          [{ name: 'no-such' }, 'no-such'],
          [{ name: 'triage', arguments: {} }, 'machine'],
          [{ name: 'triage', arguments: { machine: 'free', colour: 'red' } }, 'colour'],
          [{ name: 'deploy', arguments: { project: 'Theirs' } }, ''],
        ] as const) {
          const refused = client.getPrompt(given);
          await expect(refused, given.name).rejects.toMatchObject({
            code: -32602,
            message: expect.stringContaining(says),
          });
        }
        await client.close();
      });

      it('is told which scope is missing', async () => {
        const narrow = await newOwner(service);
        const { token } = await service.created<{ token: string }>('/tda/ai/tokens', narrow.session, {
          scopes: ['mcp:write'],
        });
        const client = await connect(token);
        expect((await client.listPrompts()).prompts).toEqual([]);
        const missing = { data: { code: 'scope_missing' } };
        await expect(client.readResource({ uri: 'synapse://machines' })).rejects.toMatchObject(missing);
        const prompt = { name: 'triage', arguments: { machine: 'free' } };
        await expect(client.getPrompt(prompt)).rejects.toMatchObject(missing);
        await client.close();
      });
    });
  });
});
