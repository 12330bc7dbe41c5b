/** What clients write in more than one way, and what they must be able to read when they are refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, type Service, startService } from './service.ts';

let service: Service;
let session: string;
let token: string;
beforeAll(async () => {
  service = await startService();
  session = await service.login();
  token = await service.newToken(session);
});
afterAll(() => service.stop());

describe('arguments', () => {
  it('that may be left out may be null, by tool and over REST [C3-ARGUMENTS] [S4-REST-EXEC]', async () => {
    const body = { machine: 'local', command: 'echo here', alias: null, container: null, cwd: null };
    expect((await service.tool(token, 'synapse_exec', body)).result).toMatchObject({ stdout: 'here\n' });
    const rest = await service.call('POST', '/synapse/exec', { token: session, body });
    expect(rest.body).toMatchObject({ stdout: 'here\n', container: null });
    const required = await service.tool(token, 'synapse_exec', { ...body, machine: null });
    expect(required).toMatchObject({ code: 'arguments_invalid', text: expect.stringContaining('machine') });
    const bounded = await service.tool(token, 'synapse_exec', { ...body, raw: null });
    expect(bounded).toMatchObject({ code: 'arguments_invalid', text: expect.stringContaining('raw') });
  });

  it('that change something are never null by mistake [C4-MACHINES]', async () => {
    const change = await service.tool(token, 'synapse_update_machine', { machine: 'local', label: null });
    expect(change.code).toBe('arguments_invalid');
    const patch = await service.call('PATCH', '/synapse/machines/local', { token: session, body: { label: null } });
    expect(patch.body.code).toBe('arguments_invalid');
  });

  it('take slug for machine, over REST too; both only when they agree [C4-MACHINES] [S4-REST-EXEC]', async () => {
    const rest = await service.call('POST', '/synapse/exec', {
      token: session,
      body: { slug: 'local', command: 'echo here' },
    });
    expect(rest.body).toMatchObject({ stdout: 'here\n', machine: 'local' });
    expect((await service.tool(token, 'synapse_get_machine', { slug: 'local', machine: 'local' })).result.slug).toBe(
      'local',
    );
    expect((await service.tool(token, 'synapse_get_machine', { slug: 'other', machine: 'local' })).code).toBe(
      'arguments_invalid',
    );
  });

  it('are times with or without zone, or days [C4-AUDIT-LIST]', async () => {
    await service.tool(token, 'synapse_exec', { machine: 'local', command: 'true' });
    const count = async (filter: object) =>
      (await service.tool(token, 'synapse_list_audit_logs', { ...filter })).result.entries.length as number;
    const all = await count({});
    expect(all).toBeGreaterThan(0);
    const hour = (shift: number) => new Date(Date.now() + shift * 3_600_000).toISOString().slice(0, 19);
    expect(await count({ since: hour(-1) })).toBe(all);
    expect(await count({ since: hour(1) })).toBe(0);
    expect(await count({ until: hour(-1) })).toBe(0);
    expect(await count({ since: '2020-01-01', until: '2099-12-31' })).toBe(all);
    const rest = await service.call<{ entries: unknown[] }>('GET', `/synapse/executions?since=${hour(-1)}`, {
      token: session,
    });
    expect(rest.body.entries).toHaveLength(all);
  });

  it('may be OAuth’s, where a password is sent [C2-LOGIN]', async () => {
    const form = {
      username: 'admin',
      password: ADMIN_PASSWORD,
      grant_type: 'password',
      scope: '',
      client_id: 'x',
      client_secret: '',
    };
    expect((await service.call('POST', '/auth/login', { form })).status).toBe(200);
    expect((await service.call('POST', '/auth/login', { form: { ...form, grant_type: 'refresh_token' } })).status).toBe(
      422,
    );
    expect((await service.call('POST', '/auth/login', { form: { ...form, otp: '1' } })).status).toBe(422);
  });
});

describe('bodies of REST calls', () => {
  const send = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) => {
    const response = await fetch(`${service.url}/synapse/exec`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session}`, ...headers },
      body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const json = JSON.stringify({ machine: 'local', command: 'echo é' });

  it.each([
    [],
    ['application/json; charset=utf-8'],
    ['text/plain;charset=UTF-8'],
    ['application/x-www-form-urlencoded'],
    ['application/vnd.api+json'],
  ])('are JSON under the name %s [S4-REST-EXEC]', async (type?: string) => {
    const answer = await send(json, type === undefined ? {} : { 'content-type': type });
    expect(answer.body).toMatchObject({ stdout: 'é\n' });
  });

  it('in another format, packed, or not in UTF-8 are refused [C3-PROBLEM]', async () => {
    const type = { 'content-type': 'application/json' };
    for (const other of ['application/xml', 'multipart/form-data; boundary=x', 'application/jsonp', 'a/b+json-not']) {
      expect((await send(json, { 'content-type': other })).body).toMatchObject({ code: 'media_type_unsupported' });
    }
    expect((await send(json, { ...type, 'content-encoding': 'gzip' })).status).toBe(415);
    const latin = Uint8Array.from(Buffer.from(json, 'latin1'));
    expect(await send(latin, type)).toMatchObject({ status: 400, body: { code: 'body_invalid' } });
    expect(await send('{"machine":', type)).toMatchObject({ status: 400, body: { code: 'body_invalid' } });
  });
});

describe('the id of a request', () => {
  it('is the caller’s own where it gives one, in the answer and in the log, and otherwise a new one', async () => {
    const ask = async (id?: string) => {
      const headers: Record<string, string> = id === undefined ? {} : { 'x-request-id': id };
      return (await service.call('GET', '/auth/me', { token: session, headers })).headers.get('x-request-id');
    };
    expect(await ask('trace-7f3a/1:2')).toBe('trace-7f3a/1:2');
    expect(service.log.some((line) => JSON.parse(line).request_id === 'trace-7f3a/1:2')).toBe(true);
    // What could forge a line or fill the log is not kept.
    for (const bad of [undefined, '', 'two words', '"quoted"', 'x'.repeat(129)]) {
      expect(await ask(bad)).toMatch(/^[0-9a-z]{20,40}$/i);
    }
  });
});

describe('addresses', () => {
  it('that are only read say so, and one that is no address is not found [C3-PROBLEM]', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs/api', '/llms.txt']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status, headers, body } = await service.call(method, `${path}?a=b`);
        expect([path, method, status, headers.get('allow'), body.code]).toEqual([
          path,
          method,
          405,
          'GET, HEAD',
          'method_not_allowed',
        ]);
      }
      expect((await fetch(service.url + path, { method: 'HEAD' })).status).toBe(200);
    }
    expect((await service.call('POST', '/nowhere')).body.code).toBe('not_found');
    expect(await service.call('GET', '/%zz')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('may end in a slash [S4-MCP-ENDPOINT]', async () => {
    const ping = { headers: { 'x-ai-token': token }, body: { jsonrpc: '2.0', id: 1, method: 'ping' } };
    expect((await service.call('POST', '/tda/mcp/', ping)).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect((await service.call('GET', '/auth/me/', { token: session })).status).toBe(200);
    expect((await service.call('GET', '/tda/mcp/', { headers: { 'x-ai-token': token } })).status).toBe(405);
  });

  it('where clients register tell them of the token instead, whatever they send', async () => {
    const sent: [string, string][] = [
      ['application/json', '{"redirect_uris":["http://127.0.0.1:1/callback"],"client_name":"x"}'],
      ['application/json', '{"half'],
      ['text/plain', ''],
      ['application/xml', 'x'.repeat(2_000_000)],
    ];
    for (const [type, body] of sent) {
      const headers = { 'content-type': type };
      const answer = await fetch(`${service.url}/register`, { method: 'POST', headers, body });
      expect(answer.status).toBe(400);
      const { error, error_description } = (await answer.json()) as Record<string, string>;
      expect(error).toBe('invalid_client_metadata');
      expect(error_description).toContain(`Generate a new token at ${service.url} (View, Settings, AI access)`);
      // What OAuth allows in a description.
      expect(error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    }
    for (const path of ['/authorize', '/token', '/.well-known/openid-configuration']) {
      expect((await service.call('POST', path)).status, path).toBe(404);
    }
  });

  it('of the loopback are the same under each of its names [C4-ORIGIN]', async () => {
    const { port } = new URL(service.url);
    const from = (origin: string) =>
      service.call('POST', '/tda/mcp', {
        headers: { 'x-ai-token': token, origin },
        body: { jsonrpc: '2.0', id: 1, method: 'ping' },
      });
    expect((await from(`http://localhost:${port}`)).status).toBe(200);
    expect((await from(`http://[::1]:${port}`)).status).toBe(200);
    expect((await from(`http://localhost:${Number(port) + 1}`)).status).toBe(403);
    expect((await from(`http://localhost.evil.example:${port}`)).status).toBe(403);
  });
});

describe('pages of other origins', () => {
  const listed = 'https://assistant.example';
  let shared: Service;
  beforeAll(async () => {
    shared = await startService({ SYNAPSE_ALLOWED_ORIGINS: listed });
  });
  afterAll(() => shared.stop());

  it('that are listed may ask and read, without cookies [C4-ORIGIN]', async () => {
    const asked = { origin: listed, 'access-control-request-method': 'POST' };
    const preflight = await shared.call('OPTIONS', '/tda/mcp', { headers: asked });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(listed);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-AI-Token');
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const answer = await shared.call('POST', '/tda/mcp', { headers: { origin: listed }, body: ping });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe(listed);
    for (const { headers } of [preflight, answer]) expect(headers.has('access-control-allow-credentials')).toBe(false);
  });

  it('that are not listed are told nothing [C4-ORIGIN]', async () => {
    for (const origin of ['https://evil.example', 'null', `${listed}.evil.example`]) {
      const asked = { origin, 'access-control-request-method': 'POST' };
      const answer = await shared.call('OPTIONS', '/auth/me', { headers: asked });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
  });

  it('learn from OPTIONS which methods there are', async () => {
    const { status, headers } = await shared.call('OPTIONS', '/tda/projects');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});

describe('a body of sixteen times the limit', () => {
  const body = { text: 'x'.repeat(16 * 1024 * 1024) };
  it.each(['/tda/mcp', '/synapse/exec'])('is told so at %s, once it is all sent [C3-PROBLEM]', async (path) => {
    const { status, headers } = await service.call('POST', path, { token: session, body });
    expect(status).toBe(413);
    expect(headers.get('connection')).toBe('close');
  });
});

it('a revision that nobody knows is answered with those that are served [C4-REVISIONS]', async () => {
  for (const version of ['2099-01-01', '1999-01-01', 'garbage']) {
    const ask = (method: string, params?: object) =>
      service.call('POST', '/tda/mcp', {
        headers: { 'x-ai-token': token, 'mcp-protocol-version': version },
        body: { jsonrpc: '2.0', id: 1, method, params },
      });
    const listed = await ask('tools/list');
    expect(listed.status).toBe(400);
    expect(listed.body).toMatchObject({
      error: { code: -32022, data: { supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] } },
    });
    const client = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    expect((await ask('initialize', client)).body).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  }
});
