/** What a client finds before it connects: the challenge, two descriptions, and nothing at the root. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../service.ts';
import { bearer, callMcp } from './oauth-client.ts';

const ROOT_FORMS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/openid-configuration',
  '/oauth/.well-known/openid-configuration',
  '/oauth/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource/tda/mcp',
  '/.well-known/oauth-authorization-server/tda/mcp',
];

describe('discovery on a loopback address', () => {
  let service: Service;
  let token: string;
  beforeAll(async () => {
    service = await startService();
    token = await service.newToken(await service.login());
  });
  afterAll(() => service.stop());

  it('takes the first of four headers that has something', async () => {
    const works: Record<string, string>[] = [
      { 'x-ai-token': token },
      bearer(token),
      { authorization: `bearer ${token}` },
      { 'x-api-key': token },
      { 'x-auth-token': token },
      { 'x-ai-token': token, authorization: 'Bearer nonsense' },
      { authorization: `Bearer ${token}`, 'x-api-key': 'nonsense' },
      { 'x-api-key': token, 'x-auth-token': 'nonsense' },
      { authorization: 'Basic abc', 'x-api-key': token },
    ];
    const fails: Record<string, string>[] = [
      { 'x-ai-token': 'nonsense', authorization: `Bearer ${token}` },
      { authorization: 'Bearer nonsense', 'x-api-key': token },
      { 'x-api-key': 'nonsense', 'x-auth-token': token },
      { authorization: `Basic ${token}` },
      { cookie: `authorization=${token}` },
      {},
    ];
    for (const headers of works)
      expect((await callMcp(service.url, headers)).status, JSON.stringify(headers)).toBe(200);
    for (const headers of fails)
      expect((await callMcp(service.url, headers)).status, JSON.stringify(headers)).toBe(401);
  });

  it('answers the same tools and results as /tda/mcp', async () => {
    const own = await callMcp(service.url, { 'x-ai-token': token }, 'tools/list', {}, '/tda/mcp');
    const all = await callMcp(service.url, bearer(token), 'tools/list', {}, '/mcp?tools=all&answers=json');
    expect(all.body).toEqual(own.body);
    const form = { 'x-ai-token': token };
    const core = await callMcp(service.url, form, 'tools/list', {}, '/tda/mcp?tools=core&answers=text');
    expect((await callMcp(service.url, bearer(token))).body).toEqual(core.body);
    const get = await fetch(`${service.url}/mcp`, { headers: bearer(token) });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(`${service.url}/mcp`)).status).toBe(401);
    expect((await fetch(`${service.url}/mcp`, { method: 'OPTIONS' })).status).toBe(405);
    const foreign = await callMcp(service.url, { ...bearer(token), origin: 'https://evil.example' });
    expect([foreign.status, foreign.body.id]).toEqual([403, 7]);
  });

  it('tells a stranger where to read how to connect', async () => {
    const { status, headers, body } = await callMcp(service.url, {});
    expect([status, body.error.data.code]).toEqual([401, 'token_missing']);
    expect(headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp", scope="mcp:read mcp:write mcp:synapse"`,
    );
    const wrong = await callMcp(service.url, bearer('nonsense'));
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata=/);
    // The seed's address says nothing of the kind.
    const own = await callMcp(service.url, {}, 'tools/list', {}, '/tda/mcp');
    expect(own.headers.get('www-authenticate')).toBeNull();
  });

  it('describes both at their own addresses, and nothing at the root', async () => {
    const resource = await service.call('GET', '/.well-known/oauth-protected-resource/mcp');
    expect(resource.body).toMatchObject({
      resource: `${service.url}/mcp`,
      authorization_servers: [`${service.url}/oauth`],
      bearer_methods_supported: ['header'],
    });
    const server = await service.call('GET', '/.well-known/oauth-authorization-server/oauth');
    expect(server.body).toMatchObject({
      issuer: `${service.url}/oauth`,
      authorization_endpoint: `${service.url}/oauth/authorize`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      grant_types_supported: ['authorization_code', 'refresh_token'],
    });
    expect(server.body.token_endpoint_auth_methods_supported).toContain('none');
    expect(server.body.registration_endpoint).toBe(`${service.url}/oauth/register`);
    for (const path of ROOT_FORMS) expect((await service.call('GET', path)).status, path).toBe(404);
    for (const path of ['/oauth/anything', '/oauth']) {
      expect((await service.call('GET', path, { headers: { accept: 'text/html' } })).status, path).toBe(404);
    }
    for (const path of ['/oauth/jwks', '/oauth/me', '/oauth/session/end', '/oauth/token/introspection']) {
      expect((await service.call('GET', path)).status, path).toBe(404);
    }
  });

  it('speaks under the name by which this computer was called', async () => {
    const port = new URL(service.url).port;
    const named = await fetch(`http://localhost:${port}/.well-known/oauth-protected-resource/mcp`);
    expect(((await named.json()) as { resource: string }).resource).toBe(`http://localhost:${port}/mcp`);
  });
});

describe('discovery elsewhere', () => {
  it('is under the public address where that is https', async () => {
    const service = await startService({ SYNAPSE_PUBLIC_URL: 'https://synapse.example' });
    try {
      const { headers } = await callMcp(service.url, {});
      expect(headers.get('www-authenticate')).toContain(
        'resource_metadata="https://synapse.example/.well-known/oauth-protected-resource/mcp"',
      );
      const { body } = await service.call('GET', '/.well-known/oauth-authorization-server/oauth');
      expect(body.issuer).toBe('https://synapse.example/oauth');
    } finally {
      await service.stop();
    }
  });

  it('is off where neither is there', async () => {
    const service = await startService({ SYNAPSE_HOST: '0.0.0.0' });
    try {
      const { status, headers } = await callMcp(service.url, {});
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="synapse"']);
      for (const path of [
        '/.well-known/oauth-protected-resource/mcp',
        '/.well-known/oauth-authorization-server/oauth',
        '/oauth/authorize?client_id=x',
      ]) {
        expect((await service.call('GET', path)).status, path).toBe(404);
      }
      expect((await service.call('POST', '/oauth/register', { body: { redirect_uris: [] } })).status).toBe(404);
      const token = await service.login();
      expect((await service.call('GET', '/synapse/connection', { token })).body.oauth).toBeNull();
    } finally {
      await service.stop();
    }
  });
});
