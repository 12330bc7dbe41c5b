/** What somebody would try against the authorization server. Each has to fail, and to change nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { createBrowser, PAGE, type ScriptedBrowser } from './browser.ts';
import {
  allowAll,
  answer,
  authorizePath,
  bearer,
  callMcp,
  connect,
  consent,
  exchange,
  fromElsewhere,
  newClient,
  newPkce,
  postForm,
  REDIRECT,
  refresh,
  register,
  uidOf,
} from './oauth-client.ts';

const ADMIN = { username: 'admin', password: ADMIN_PASSWORD };
let service: Service;
let browser: ScriptedBrowser;
let session: string;
let clientId: string;

beforeAll(async () => {
  service = await startService({ SYNAPSE_TRUST_PROXY: '127.0.0.1' });
  session = await service.login();
  clientId = await newClient(service.url);
  browser = createBrowser(service.url);
  await browser.signIn(ADMIN.username, ADMIN.password);
});
afterAll(() => service.stop());

const connections = async (): Promise<{ id: string }[]> =>
  (await service.call<{ connections: { id: string }[] }>('GET', '/tda/ai/connections', { token: session })).body
    .connections;
const endAll = async (): Promise<void> => {
  for (const { id } of await connections())
    await service.call('DELETE', `/tda/ai/connections/${id}`, { token: session });
};

describe('codes and tokens', () => {
  it('a code is good once, and the second use ends what the first one got', async () => {
    const pkce = newPkce();
    const code = (await consent(browser, service.url, { clientId, pkce })).get('code')!;
    const first = await exchange(service.url, { clientId, code, verifier: pkce.verifier });
    expect(first.status).toBe(200);
    const second = await exchange(service.url, { clientId, code, verifier: pkce.verifier });
    expect([second.status, second.body.error]).toEqual([400, 'invalid_grant']);
    expect((await callMcp(service.url, bearer(first.body.access_token))).status).toBe(401);
    expect((await refresh(service.url, clientId, first.body.refresh_token)).status).toBe(400);
    expect(await connections()).toEqual([]);
  });

  it('of two who bring a code at the same moment at most one gets in', async () => {
    const pkce = newPkce();
    const code = (await consent(browser, service.url, { clientId, pkce })).get('code')!;
    const both = await Promise.all(
      [1, 2, 3].map(() => exchange(service.url, { clientId, code, verifier: pkce.verifier })),
    );
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { body } of both.filter(({ status }) => status === 200)) {
      expect((await callMcp(service.url, bearer(body.access_token))).status).toBe(401);
    }
    expect(await connections()).toEqual([]);
  });

  it('a code is good for a minute', async () => {
    const pkce = newPkce();
    const code = (await consent(browser, service.url, { clientId, pkce })).get('code')!;
    service.advance(61_000);
    expect((await exchange(service.url, { clientId, code, verifier: pkce.verifier })).body.error).toBe('invalid_grant');
    expect(await connections()).toEqual([]);
  });

  const stolen: [
    string,
    (good: { code: string; verifier: string; other: string }) => Promise<{ body: { error: string } }>,
  ][] = [
    ['without its verifier', ({ code }) => exchange(service.url, { clientId, code, verifier: '' })],
    ['with another verifier', ({ code }) => exchange(service.url, { clientId, code, verifier: newPkce().verifier })],
    ['by another client', ({ code, verifier, other }) => exchange(service.url, { clientId: other, code, verifier })],
    [
      'for another redirect address',
      ({ code, verifier }) =>
        exchange(service.url, { clientId, code, verifier, redirectUri: 'http://127.0.0.1:1/callback' }),
    ],
    [
      'for another resource',
      ({ code, verifier }) =>
        exchange(service.url, { clientId, code, verifier, change: { resource: 'https://other.example/mcp' } }),
    ],
  ];
  it('a stolen code opens nothing', async () => {
    const other = await newClient(service.url);
    for (const [how, attempt] of stolen) {
      const pkce = newPkce();
      const code = (await consent(browser, service.url, { clientId, pkce })).get('code')!;
      const { body } = await attempt({ code, verifier: pkce.verifier, other });
      expect(['invalid_grant', 'invalid_target', 'invalid_request'], how).toContain(body.error);
    }
    await endAll();
  });

  it('a stolen refresh token is good for its own client alone, and no token is good for the other’s purpose', async () => {
    const own = await connect(service.url, ADMIN, { clientId });
    const other = await newClient(service.url);
    const { access_token, refresh_token } = own.tokens;
    expect((await refresh(service.url, other, refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(service.url, clientId, access_token)).body.error).toBe('invalid_grant');
    expect((await callMcp(service.url, bearer(refresh_token))).status).toBe(401);
    await postForm(service.url, '/oauth/revoke', { token: refresh_token, client_id: other });
    expect((await callMcp(service.url, bearer(access_token))).status).toBe(200);
    await endAll();
  });
});

describe('requests', () => {
  const refusedAtClient: [string, Record<string, string | undefined>, string][] = [
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['PKCE without a method', { code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['an implicit token', { response_type: 'token' }, 'unsupported_response_type'],
    ['an identity token', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['the resource of the seed’s address', { resource: 'http://127.0.0.1/tda/mcp' }, 'invalid_target'],
    ['nobody asked', { prompt: 'none' }, 'interaction_required'],
  ];
  it.each(refusedAtClient)('%s is refused, and the client is told with iss', async (_what, change, error) => {
    const { location } = await browser.open(authorizePath(service.url, { clientId, pkce: newPkce(), change }));
    expect(location?.startsWith(REDIRECT)).toBe(true);
    // Where a token was asked for, OAuth has the answer behind the `#`.
    const { search, hash } = new URL(location!);
    const told = new URLSearchParams(search || hash.slice(1));
    expect([told.get('error'), told.get('iss'), told.get('state')]).toEqual([error, `${service.url}/oauth`, 'a-state']);
    for (const given of ['code', 'access_token', 'id_token']) expect(told.get(given)).toBeNull();
  });

  const badRedirects = [
    'https://evil.example/callback',
    'http://127.0.0.1:33418/callback/../evil',
    'http://127.0.0.1:33418/other',
    'http://127.0.0.1:33418/callback?next=https://evil.example',
    'http://127.0.0.1:33418/callback#x',
    'http://evil@127.0.0.1:33418/callback',
    'http://127.0.0.1:33418@evil.example/callback',
    'http://localhost.evil.example:33418/callback',
    'http://localhost:33418/callback',
    'http://127.0.0.1.evil.example/callback',
    'https://127.0.0.1:33418/callback',
    'http://127.1:33418/callback',
    'http://[::1]:33418/callback',
    'javascript:alert(1)',
    '//evil.example/callback',
  ];
  it.each(badRedirects)('is not sent to %s', async (redirectUri) => {
    const { status, location, body } = await browser.open(
      authorizePath(service.url, { clientId, pkce: newPkce(), redirectUri }),
    );
    expect([status, location]).toEqual([400, null]);
    expect(body.error).toMatch(/^invalid_/);
  });

  it('is sent to any port of this computer under the name that was registered', async () => {
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      const id = await newClient(service.url, { redirect_uris: [`http://${name}/callback`] });
      const redirectUri = `http://${name}:5${Math.floor(Math.random() * 1000)}/callback`;
      const asked = await browser.open(authorizePath(service.url, { clientId: id, pkce: newPkce(), redirectUri }));
      expect(uidOf(asked.location), name).toBeTruthy();
    }
  });

  it('is sent to a program by its own scheme, which the person is shown', async () => {
    const redirectUri = 'cursor://anysphere.cursor-mcp/oauth/callback';
    const id = await newClient(service.url, { client_name: 'Cursor', redirect_uris: [redirectUri] });
    const opened = await browser.open(authorizePath(service.url, { clientId: id, pkce: newPkce(), redirectUri }));
    const { body } = await browser.open(`/oauth/consent/${uidOf(opened.location)}/question`);
    expect(body).toMatchObject({ client_host: 'cursor://', documented: false });
  });

  it('of scopes that are not known none is asked for, and without any known one the usual', async () => {
    const scopesFor = async (scope: string | undefined) => {
      const opened = await browser.open(
        authorizePath(service.url, { clientId, pkce: newPkce(), change: { scope, prompt: 'login consent' } }),
      );
      return (await browser.open(`/oauth/consent/${uidOf(opened.location)}/question`)).body.scopes;
    };
    expect(await scopesFor('openid mcp:read everything')).toEqual(['mcp:read']);
    const usual = ['mcp:read', 'mcp:write', 'mcp:synapse', 'mcp:look'];
    expect(await scopesFor('openid offline_access')).toEqual(usual);
    expect(await scopesFor(undefined)).toEqual(usual);
  });

  it('every answer names who gives it', async () => {
    const pkce = newPkce();
    const back = await consent(browser, service.url, { clientId, pkce });
    expect(back.get('iss')).toBe(`${service.url}/oauth`);
    const no = await consent(browser, service.url, { clientId, pkce: newPkce() }, { decision: 'deny' });
    expect([no.get('error'), no.get('iss'), no.get('code')]).toEqual(['access_denied', `${service.url}/oauth`, null]);
    await endAll();
  });

  it('a host in a header does not move the addresses', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    const path = authorizePath(service.url, { clientId, pkce: newPkce() });
    const { location } = await browser.send('GET', path, undefined, headers);
    expect(location?.startsWith(`${service.url}/oauth/consent/`)).toBe(true);
  });
});

describe('consent', () => {
  const begin = async (who = browser): Promise<string> =>
    uidOf((await who.open(authorizePath(service.url, { clientId, pkce: newPkce() }))).location);

  it('is asked each time, whatever was allowed before', async () => {
    await consent(browser, service.url, { clientId, pkce: newPkce() });
    expect(await begin()).toBeTruthy();
    await endAll();
  });

  it('is given by nobody who is not signed in', async () => {
    const stranger = createBrowser(service.url);
    const uid = await begin(stranger);
    expect((await stranger.open(`/oauth/consent/${uid}/question`)).status).toBe(401);
    expect((await answer(stranger, uid)).status).toBe(401);
  });

  it('is not given by another site’s form, frame or script', async () => {
    const uid = await begin();
    const path = `/oauth/consent/${uid}/answer`;
    const site = { 'sec-fetch-site': 'cross-site' };
    const forged = [
      // Without the header that only our own page can send.
      () => browser.send('POST', path, allowAll),
      () => browser.send('POST', path, allowAll, { ...PAGE, origin: 'https://evil.example', ...site }),
      () => browser.send('POST', path, allowAll, { 'content-type': 'text/plain', ...site }),
      () => browser.open(`${path}?decision=approve`),
      () => browser.open(`/oauth/consent/${uid}/answer`),
    ];
    for (const attempt of forged) expect((await attempt()).status).toBeGreaterThanOrEqual(400);
    expect(await connections()).toEqual([]);
    // Nothing was decided: the person still can.
    expect((await answer(browser, uid, { decision: 'deny' })).status).toBe(200);
  });

  it('cannot be framed', async () => {
    const uid = await begin();
    for (const path of [`/oauth/consent/${uid}`, `/oauth/consent/${uid}/question`, '/sign-in']) {
      const { headers } = await browser.open(path);
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options'), path).toBe('DENY');
    }
  });

  it('belongs to the browser that the client has sent', async () => {
    const uid = await begin();
    const victim = createBrowser(service.url);
    await victim.signIn(ADMIN.username, ADMIN.password);
    expect((await victim.open(`/oauth/consent/${uid}/question`)).body.code).toBe('consent_gone');
    expect((await answer(victim, uid)).body.code).toBe('consent_gone');
    // Nor does a request of its own let the victim answer the attacker's.
    await begin(victim);
    expect((await answer(victim, uid)).body.code).toBe('consent_gone');
    expect(await connections()).toEqual([]);
  });

  it('is answered once', async () => {
    const uid = await begin();
    expect((await answer(browser, uid)).status).toBe(200);
    expect((await answer(browser, uid)).body.code).toBe('consent_gone');
    await endAll();
  });

  it('gives no more than was asked, than the plan has, or than there is', async () => {
    const narrow = { scope: 'mcp:read' };
    const opened = await browser.open(authorizePath(service.url, { clientId, pkce: newPkce(), change: narrow }));
    const uid = uidOf(opened.location);
    expect((await browser.open(`/oauth/consent/${uid}/question`)).body.scopes).toEqual(['mcp:read']);
    expect((await answer(browser, uid)).body.code).toBe('arguments_invalid');
    const bad = { decision: 'approve', scopes: ['mcp:read'] };
    expect((await answer(browser, uid, { ...bad, machines: ['nowhere'] })).body.code).toBe('machine_not_found');
    expect((await answer(browser, uid, { ...bad, days: 9999 })).status).toBe(422);
    expect((await answer(browser, uid, { ...bad, scopes: [] })).status).toBe(422);

    const ada = await service.newUser('free');
    const hers = createBrowser(service.url);
    await hers.signIn(ada.username, ada.password);
    const free = await begin(hers);
    expect((await hers.open(`/oauth/consent/${free}/question`)).body.scopes).toEqual(['mcp:read', 'mcp:write']);
    expect((await answer(hers, free)).body.code).toBe('arguments_invalid');
    expect(await connections()).toEqual([]);
  });

  it('shows who asks by its host, and its name only as its own words', async () => {
    const claude = await newClient(service.url, {
      client_name: 'Claude\u202e\u0000 by Anthropic',
      redirect_uris: ['https://evil.example/callback'],
    });
    const redirectUri = 'https://evil.example/callback';
    const opened = await browser.open(authorizePath(service.url, { clientId: claude, pkce: newPkce(), redirectUri }));
    const { body } = await browser.open(`/oauth/consent/${uidOf(opened.location)}/question`);
    expect(body).toMatchObject({
      client_name: 'Claude by Anthropic',
      client_host: 'evil.example',
      documented: false,
      redirect_host: 'evil.example',
    });
  });
});

describe('registration', () => {
  const refused: [string, Record<string, unknown>][] = [
    ['plain http elsewhere', { redirect_uris: ['http://evil.example/callback'] }],
    ['http in the local network', { redirect_uris: ['http://192.168.0.1/callback'] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['data', { redirect_uris: ['data:text/html,x'] }],
    ['a fragment', { redirect_uris: ['https://a.example/#x'] }],
    ['a user in the address', { redirect_uris: ['https://claude.ai@evil.example/'] }],
    ['no address', { redirect_uris: [] }],
    ['something else', { redirect_uris: 'https://a.example/' }],
    ['too many', { redirect_uris: Array.from({ length: 50 }, (_, index) => `https://a.example/${index}`) }],
  ];
  it.each(refused)('refuses %s', async (_what, metadata) => {
    const { status, body } = await register(service.url, metadata);
    expect([status, body.client_id]).toEqual([400, undefined]);
    expect(body.error).toMatch(/^invalid_/);
  });

  it('makes plain public clients of everybody', async () => {
    const { body } = await register(service.url, {
      grant_types: ['client_credentials', 'implicit', 'password'],
      response_types: ['token', 'id_token'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'mcp:admin everything',
      client_id: 'chosen-by-me',
      require_signed_request_object: true,
      sector_identifier_uri: 'https://evil.example/x',
      backchannel_logout_uri: 'http://127.0.0.1/x',
    });
    expect(body).toMatchObject({
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    });
    expect(body.client_secret).toBeUndefined();
    expect(body.client_id).not.toBe('chosen-by-me');
    const grant = { grant_type: 'client_credentials', client_id: body.client_id };
    expect((await postForm(service.url, '/oauth/token', grant)).body.error).toBe('unsupported_grant_type');
  });

  it('is read as JSON, and no further than its bound', async () => {
    const send = (body: string) =>
      fetch(`${service.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...fromElsewhere() },
        body,
      });
    for (const body of ['', 'nonsense', '[]', 'null', '"x"']) expect((await send(body)).status, body).toBe(400);
    expect((await send(JSON.stringify({ client_name: 'x'.repeat(70_000) }))).status).toBe(413);
  });

  it('is counted: a flood ends in 429, and others are not held up', async () => {
    const flooded = await startService({ SYNAPSE_TRUST_PROXY: '127.0.0.1' });
    try {
      const from = (ip: string) =>
        fetch(`${flooded.url}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
          body: JSON.stringify({ redirect_uris: [REDIRECT] }),
        });
      const all = await Promise.all(Array.from({ length: 55 }, () => from('203.0.113.7')));
      const statuses = all.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(50);
      const last = all.find(({ status }) => status === 429)!;
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(200);
      expect(((await last.json()) as { error: string }).error).toBe('temporarily_unavailable');
      expect((await from('203.0.113.8')).status).toBe(201);
      // What nobody uses is forgotten, and makes room.
      flooded.advance(25 * 3600_000);
      expect((await from('203.0.113.7')).status).toBe(201);
    } finally {
      await flooded.stop();
    }
  });
});
