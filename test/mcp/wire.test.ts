/** What goes over the wire, seen from outside: credentials, refusals, errors, batches. */
import { LIMITS } from '@synapse/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, modern, post, READ_TOKEN, SAMPLES, type ServerUnderTest, startServer } from './harness.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.gate.left = { messages: Number.POSITIVE_INFINITY, calls: Number.POSITIVE_INFINITY };
  server.gate.broken = null;
  server.gate.seen.length = 0;
  server.defects.length = 0;
});

const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });

interface Rpc {
  id: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}
const json = async (response: Response) => (await response.json()) as Rpc;

describe('a bare request', () => {
  it.each([undefined, '*/*', 'application/json', 'text/html', 'text/event-stream'])(
    'works with Accept %s',
    async (accept) => {
      const response = await post(server, list(1), { headers: accept === undefined ? {} : { accept } });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(await json(response)).toMatchObject({ jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) } });
    },
  );

  it('answers a call with the object, and the object as text [S4-MCP-ENDPOINT] [C4-STRUCTURED]', async () => {
    const response = await post(server, call('x', SAMPLES.quick));
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 'x',
      result: {
        content: [{ type: 'text', text: JSON.stringify(SAMPLES.quickAnswer) }],
        structuredContent: SAMPLES.quickAnswer,
      },
    });
  });

  it('takes a body under no name or curl’s, and refuses one of another kind', async () => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'x-ai-token': server.token },
      body: new Blob([JSON.stringify(list(1))]),
    });
    expect(response.status).toBe(200);
    const form = await post(server, list(8), { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect(form.status).toBe(200);
    const xml = await post(server, list(9), { headers: { 'content-type': 'application/xml' } });
    expect(xml.status).toBe(415);
    expect(await json(xml)).toMatchObject({ id: 9, error: { data: { code: 'media_type_unsupported' } } });
  });

  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD'])('is never a %s', async (method) => {
    const response = await fetch(server.url, { method, headers: { 'x-ai-token': server.token } });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it.each(['GET', 'DELETE', 'HEAD'])('tells a %s without a valid token of the token first', async (method) => {
    const ask = (headers: Record<string, string>) => fetch(server.url, { method, headers });
    const wrong: Record<string, string>[] = [
      {},
      { 'x-ai-token': 'dk_ai_wrong' },
      { authorization: `Bearer ${server.token}` },
    ];
    for (const headers of wrong) {
      const response = await ask(headers);
      expect(response.status).toBe(401);
      expect(response.headers.has('www-authenticate')).toBe(false);
      expect(response.headers.has('allow')).toBe(false);
    }
    expect((await ask({ 'x-ai-token': server.token, origin: 'https://evil.example' })).status).toBe(403);
    server.gate.left = { messages: 0, calls: 0 };
    const limited = await ask({ 'x-ai-token': server.token });
    server.gate.left = { messages: Number.POSITIVE_INFINITY, calls: Number.POSITIVE_INFINITY };
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
  });

  it('finds no authorization server [C4-OAUTH]', async () => {
    for (const page of ['oauth-protected-resource', 'oauth-authorization-server', 'oauth-protected-resource/tda/mcp']) {
      expect((await fetch(`${server.origin}/.well-known/${page}`)).status, page).toBe(404);
    }
  });
});

describe('credentials', () => {
  it.each([
    ['none', null, {}, 'token_missing'],
    ['an empty one', '', {}, 'token_missing'],
    ['an unknown one', 'dk_ai_wrong', {}, 'token_invalid'],
    ['a bearer', null, { authorization: 'Bearer dk_ai_every_scope' }, 'token_missing'],
    ['the prototype', '__proto__', {}, 'token_invalid'],
  ] as const)('refuses %s', async (_name, token, headers, code) => {
    const response = await post(server, list(3), { token, headers });
    expect(response.status).toBe(401);
    expect(response.headers.has('www-authenticate')).toBe(false);
    expect(await json(response)).toMatchObject({ id: 3, error: { code: 401, data: { code } } });
  });

  it('passes over a bearer beside the token [S5-MCP-HEADER]', async () => {
    const response = await post(server, list(1), { headers: { authorization: 'Bearer other' } });
    expect(response.status).toBe(200);
  });

  it('comes before everything that the body may have wrong', async () => {
    for (const body of ['{', '[]', '{"jsonrpc":"2.0"}', call(1, { name: 'no_such_tool' })]) {
      expect((await post(server, body, { token: null })).status, JSON.stringify(body)).toBe(401);
    }
  });

  it('does not say what went wrong inside', async () => {
    server.gate.broken = new Error('password=hunter2');
    const response = await post(server, list(4));
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).not.toContain('hunter2');
    expect(JSON.parse(text)).toMatchObject({ id: 4, error: { code: -32603, data: { code: 'internal' } } });
    expect(server.defects).toEqual([server.gate.broken]);
  });
});

describe('Origin and Host', () => {
  it('refuses a page of another site, with the request’s id [C4-ORIGIN]', async () => {
    const response = await post(server, list(5), { headers: { origin: 'http://evil.example' } });
    expect(response.status).toBe(403);
    expect(await json(response)).toMatchObject({ id: 5, error: { code: 403, data: { code: 'origin_forbidden' } } });
    expect(server.gate.seen).toEqual([]);
  });

  it('lets its own and listed ones in', async () => {
    for (const origin of [server.origin, 'https://app.example.org']) {
      expect((await post(server, list(5), { headers: { origin } })).status, origin).toBe(200);
    }
  });
});

describe('limits', () => {
  it('counts every message for the address and only calls for the day', async () => {
    await post(server, list(1));
    await post(server, call(2, SAMPLES.quick));
    await post(server, { jsonrpc: '2.0', method: 'tools/call', params: SAMPLES.quick });
    await post(server, 'not json');
    await post(server, [list(1), call(2, SAMPLES.quick), { jsonrpc: '2.0', method: 'notifications/initialized' }]);
    expect(server.gate.seen.map(({ messages }) => messages)).toEqual([
      ['other'],
      ['call'],
      ['other'],
      ['other'],
      ['other', 'call', 'other'],
    ]);
  });

  it('answers 429 with the true wait [C3-TRANSPORT]', async () => {
    server.gate.left.calls = 1;
    expect((await post(server, call(1, SAMPLES.quick))).status).toBe(200);
    const response = await post(server, call(2, SAMPLES.quick));
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('3600');
    expect(await json(response)).toMatchObject({
      id: 2,
      error: { message: 'Quota journalier IA atteint', data: { code: 'quota_exceeded', retry_after: 3600 } },
    });
    expect((await post(server, list(3))).status).toBe(200);
  });

  it('counts a call that a tool refuses, but not one that ends in 429', async () => {
    server.gate.left.calls = 10;
    const refused = await post(server, call(1, { name: 'sample_refuse', arguments: { how: 'machine' } }));
    expect(refused.status).toBe(200);
    expect(server.gate.left.calls).toBe(9);
    const limited = await post(server, call(2, { name: 'sample_refuse', arguments: { how: 'rate' } }));
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('42');
    expect(await json(limited)).toMatchObject({
      id: 2,
      error: { data: { code: 'exec_rate_limited', retry_after: 42 } },
    });
    expect(server.gate.left.calls).toBe(9);
  });
});

describe('refusals of a tool', () => {
  const refusal = async (name: string, args: object, token?: string) => {
    const response = await post(server, call(1, { name, arguments: args }), token === undefined ? {} : { token });
    expect(response.status).toBe(200);
    const { result } = await json(response);
    expect(result).toMatchObject({ isError: true });
    expect(result).not.toHaveProperty('structuredContent');
    const { content, _meta } = result as { content: { text: string }[]; _meta: Record<string, unknown> };
    return { code: _meta['synapse/code'], text: content[0]!.text };
  };

  it('name the scope that a token lacks though its plan has it', async () => {
    expect(await refusal('sample_count', {}, READ_TOKEN)).toEqual({
      code: 'plan_required',
      text: 'Portée manquante : mcp:synapse',
    });
    expect(await refusal('sample_write', {})).toEqual({ code: 'scope_missing', text: 'Portée manquante : mcp:write' });
    // The scope is looked at before the arguments.
    expect((await refusal('sample_count', { wrong: 1 }, READ_TOKEN)).code).toBe('plan_required');
  });

  it('name each wrong argument [C3-ARGUMENTS]', async () => {
    const { code, text } = await refusal('sample_echo', { repeat: 'x', kind: 'quiet', unknown: 1, Text: 'y' });
    expect(code).toBe('arguments_invalid');
    for (const field of ['text : ', 'repeat : ', 'kind : ', 'unknown : ', 'Text : ']) expect(text).toContain(field);
    expect((await refusal('sample_echo', JSON.parse('{"text":"a","__proto__":{"x":1}}'))).text).toContain('__proto__');
  });

  it('stay short, however much is wrong', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}${'x'.repeat(100)}`, at]));
    expect((await refusal('sample_echo', many)).text.length).toBeLessThan(8000);
  });

  it('take a second name of an argument, but not both', async () => {
    const response = await post(server, call(1, { name: 'sample_echo', arguments: { message: 'a' } }));
    expect((await json(response)).result).toMatchObject({ structuredContent: { text: 'a' } });
    expect((await refusal('sample_echo', { message: 'a', text: 'b' })).text).toContain('message : ');
  });

  it('carry a rule’s own code', async () => {
    expect(await refusal('sample_refuse', { how: 'machine' })).toEqual({
      code: 'machine_not_found',
      text: 'Machine introuvable',
    });
  });

  it.each(['defect', 'output'])('keep a defect to the log (%s)', async (how) => {
    const { code, text } = await refusal('sample_refuse', { how });
    expect(code).toBe('internal');
    expect(text).not.toContain('secret text');
    expect(server.defects).toHaveLength(1);
  });
});

describe('protocol errors', () => {
  it.each([
    ['not JSON', '{"jsonrpc"', 400, -32700, null],
    ['an empty body', '', 400, -32700, null],
    ['a number', '5', 400, -32600, null],
    ['a key twice', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}', 400, -32600, null],
    ['another spelling', '{"jsonrpc":"2.0","id":1,"Method":"ping"}', 400, -32600, 1],
    ['no version', '{"id":1,"method":"ping"}', 400, -32600, 1],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"roots/list"}', 200, -32601, 1],
    ['discovery outside its revision', '{"jsonrpc":"2.0","id":1,"method":"server/discover"}', 200, -32601, 1],
    ['params as a list', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}', 200, -32602, 1],
    ['params null', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}', 200, -32602, 1],
    [
      'a cursor that was never handed out',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}',
      200,
      -32602,
      1,
    ],
    ['an unknown tool', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}', 200, -32602, 1],
    ['no tool', '{"jsonrpc":"2.0","id":1,"method":"tools/call"}', 200, -32602, 1],
    [
      'arguments as a list',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sample_echo","arguments":[]}}',
      200,
      -32602,
      1,
    ],
    ['initialize without a version', '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}', 200, -32602, 1],
  ])('%s', async (_name, body, status, code, id) => {
    const response = await post(server, body);
    expect(response.status).toBe(status);
    expect(await json(response)).toMatchObject({ jsonrpc: '2.0', id, error: { code, message: expect.any(String) } });
  });

  it.each([null, ''])('takes the cursor %j for none', async (cursor) => {
    const response = await post(server, { ...list(1), params: { cursor } });
    expect(await json(response)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  });

  it('refuses a body that is too large', async () => {
    const response = await post(
      server,
      JSON.stringify(call(1, { name: 'x', arguments: { text: 'a'.repeat(LIMITS.mcpBodyBytes) } })),
    );
    expect(response.status).toBe(413);
    expect(await json(response)).toMatchObject({ id: null, error: { data: { code: 'body_too_large' } } });
  });

  it('refuses a revision it does not serve', async () => {
    const response = await post(server, list(1), { headers: { 'mcp-protocol-version': '1999-01-01' } });
    expect(response.status).toBe(400);
  });
});

describe('what asks for no answer gets 202', () => {
  it.each([
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'no/such/notification', params: { a: 1 } },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: 'nonsense' },
    { jsonrpc: '2.0', id: 1, result: {} },
    [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
  ])('%j', async (body) => {
    const response = await post(server, body);
    expect(response.status).toBe(202);
    expect(await response.text()).toBe('');
  });
});

describe('a handshake', () => {
  it.each(['2025-03-26', '2025-06-18', '2025-11-25'])('agrees on %s', async (protocolVersion) => {
    const response = await post(server, { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion } });
    const { result } = await json(response);
    expect(result).toEqual({
      protocolVersion,
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
      serverInfo: { name: 'synapse', title: 'Synapse', version: '0.0.0-test' },
      instructions: expect.any(String),
    });
  });

  it('is not needed, and a ping is empty [C4-LENIENT]', async () => {
    expect(await json(await post(server, { jsonrpc: '2.0', id: 1, method: 'ping' }))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {},
    });
  });
});

describe('revision 2026-07-28', () => {
  const send = (method: string, params?: Record<string, unknown>) => {
    const { body, headers } = modern(8, method, params);
    return post(server, body, { headers });
  };

  it('discovers', async () => {
    expect((await json(await send('server/discover'))).result).toMatchObject({
      supportedVersions: ['2026-07-28'],
      capabilities: {
        tools: {},
        prompts: {},
        resources: {},
        completions: {},
        extensions: { 'io.modelcontextprotocol/ui': {}, 'io.modelcontextprotocol/tasks': {} },
      },
      resultType: 'complete',
      ttlMs: expect.any(Number),
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'synapse' } },
    });
  });

  it('lists and calls', async () => {
    expect((await json(await send('tools/list'))).result).toMatchObject({
      resultType: 'complete',
      ttlMs: expect.any(Number),
      cacheScope: 'private',
    });
    expect((await json(await send('tools/call', SAMPLES.quick))).result).toMatchObject({
      resultType: 'complete',
      structuredContent: SAMPLES.quickAnswer,
    });
    const wrong = (await json(await send('tools/call', { name: 'sample_echo', arguments: {} }))).result;
    expect(wrong).toMatchObject({
      isError: true,
      resultType: 'complete',
      _meta: { 'synapse/code': 'arguments_invalid' },
    });
  });

  it.each(['ping', 'initialize', 'logging/setLevel', 'no/such'])('has no %s', async (method) => {
    const response = await send(method);
    expect(response.status).toBe(404);
    expect(await json(response)).toMatchObject({ id: 8, error: { code: -32601 } });
  });

  it('leaves the other revisions free of its members', async () => {
    const { result } = await json(await post(server, list(1)));
    expect(Object.keys(result ?? {})).toEqual(['tools']);
  });
});

describe('batches', () => {
  it('are answered member by member [C4-BATCH]', async () => {
    const response = await post(server, [
      list(1),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call('two', SAMPLES.quick),
      5,
      { jsonrpc: '2.0', id: 3, method: 'initialize', params: { protocolVersion: '2025-03-26' } },
    ]);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject([
      { id: 1, result: { tools: expect.any(Array) } },
      { id: 'two', result: { structuredContent: SAMPLES.quickAnswer } },
      { id: null, error: { code: -32600 } },
      { id: 3, error: { code: -32600 } },
    ]);
  });

  it('have an array for one answer too', async () => {
    expect(await (await post(server, [list(1)])).json()).toHaveLength(1);
  });

  it('belong to 2025-03-26, and have 1 to 20 messages', async () => {
    const batch = [list(1)];
    expect((await post(server, batch, { headers: { 'mcp-protocol-version': '2025-03-26' } })).status).toBe(200);
    for (const version of ['2025-06-18', '2025-11-25', '2026-07-28']) {
      const response = await post(server, batch, { headers: { 'mcp-protocol-version': version } });
      expect(response.status, version).toBe(400);
      expect(await json(response)).toMatchObject({ id: null, error: { code: -32600 } });
    }
    expect((await post(server, [])).status).toBe(400);
    expect(
      (
        await post(
          server,
          Array.from({ length: 20 }, (_, id) => list(id)),
        )
      ).status,
    ).toBe(200);
    expect(
      (
        await post(
          server,
          Array.from({ length: 21 }, (_, id) => list(id)),
        )
      ).status,
    ).toBe(400);
  });

  it('are 429 only when every member was refused so', async () => {
    server.gate.left.calls = 1;
    const calls = [call(1, SAMPLES.quick), call(2, SAMPLES.quick)];
    const partly = await post(server, calls);
    expect(partly.status).toBe(200);
    expect(await partly.json()).toMatchObject([
      { id: 1, result: {} },
      { id: 2, error: { data: { code: 'quota_exceeded' } } },
    ]);
    const wholly = await post(server, calls);
    expect(wholly.status).toBe(429);
    expect(wholly.headers.get('retry-after')).toBe('3600');
    expect(await wholly.json()).toMatchObject([
      { id: 1, error: {} },
      { id: 2, error: {} },
    ]);
  });

  it('share what the address has left', async () => {
    server.gate.left.messages = 1;
    const response = await post(server, [list(1), list(2)]);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject([
      { id: 1, result: {} },
      { id: 2, error: { data: { code: 'ip_rate_limited' } } },
    ]);
    expect((await post(server, [list(1), list(2)])).status).toBe(429);
  });

  it('are refused whole without a credential', async () => {
    const response = await post(server, [list(1), { jsonrpc: '2.0', method: 'x' }, list(2)], { token: null });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject([
      { id: 1, error: { code: 401 } },
      { id: 2, error: { code: 401 } },
    ]);
  });
});
