/** Clients that are known by a document of their own, as the large assistants are, and documents that attack. */
import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetchDocument } from '../../packages/server/src/oauth/fetch-document.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { createBrowser, type ScriptedBrowser } from './browser.ts';
import { type DocumentHost, startDocumentHost } from './document-host.ts';
import {
  authorizePath,
  bearer,
  callMcp,
  consent,
  exchange,
  newPkce,
  postForm,
  refresh,
  uidOf,
} from './oauth-client.ts';

let host: DocumentHost;
let service: Service;
let browser: ScriptedBrowser;
beforeAll(async () => {
  [host, service] = await Promise.all([startDocumentHost(), startService({ SYNAPSE_PRIVATE_ADDRESSES: 'true' })]);
  browser = createBrowser(service.url);
  await browser.signIn('admin', ADMIN_PASSWORD);
});
afterAll(async () => {
  await service.stop();
  await host.close();
});

/**
 * Documents in the form that these clients are known to use, and the redirect address of the request. Written by hand:
 * hosts and ids are ours.
 */
const VENDORS: [string, Record<string, unknown>, string][] = [
  [
    'Claude Code: portless loopback addresses, any port at run time, no application type',
    {
      client_name: 'Claude Code',
      client_uri: 'https://claude.ai',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    'http://localhost:54545/callback',
  ],
  [
    'Claude.ai: the callback of its cloud',
    {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    'https://claude.com/api/mcp/auth_callback',
  ],
  [
    'VS Code: its redirect page and a fixed port, and then another one',
    {
      client_name: 'Visual Studio Code',
      redirect_uris: ['https://vscode.dev/redirect', 'http://127.0.0.1:33418/', 'http://127.0.0.1/'],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    'http://127.0.0.1:61234/',
  ],
  [
    'ChatGPT: one callback for each connector, and the resource in every request',
    {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector/oauth/Ab12Cd34'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    'https://chatgpt.com/connector/oauth/Ab12Cd34',
  ],
];

/** From a refused call to what it says about itself: the way that all of them take. */
async function discover(): Promise<{ resource: string; registration_endpoint: string }> {
  const refused = await callMcp(service.url, {});
  const address = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1];
  expect([refused.status, address]).toEqual([401, expect.any(String)]);
  const { resource, authorization_servers } = (await (await fetch(address!)).json()) as Described;
  const { origin, pathname } = new URL(authorization_servers[0]!);
  const server = await fetch(`${origin}/.well-known/oauth-authorization-server${pathname}`);
  const { registration_endpoint, ...facts } = (await server.json()) as { registration_endpoint: string };
  // Without all of these some of them silently take another way.
  expect(facts).toMatchObject({
    issuer: authorization_servers[0],
    client_id_metadata_document_supported: true,
    token_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
    code_challenge_methods_supported: ['S256'],
  });
  return { resource, registration_endpoint };
}

interface Described {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
}

describe.each(['document', 'registration'] as const)('vendors, by %s', (way) => {
  it.each(VENDORS)('%s', async (name, metadata, redirectUri) => {
    const path = `/${encodeURIComponent(name.split(':')[0]!)}/client.json`;
    const { resource, registration_endpoint } = await discover();
    const registered = async (): Promise<string> => {
      const headers = { 'content-type': 'application/json' };
      const made = await fetch(registration_endpoint, { method: 'POST', headers, body: JSON.stringify(metadata) });
      expect(made.status).toBe(201);
      return ((await made.json()) as { client_id: string }).client_id;
    };
    const clientId = way === 'document' ? host.document(path, metadata) : await registered();
    const pkce = newPkce();
    const opened = await browser.open(
      authorizePath(service.url, { clientId, pkce, redirectUri, change: { resource } }),
    );
    const { body } = await browser.open(`/oauth/consent/${uidOf(opened.location)}/question`);
    const { hostname } = new URL(redirectUri);
    const client_host = way === 'document' ? host.host : hostname === '127.0.0.1' ? 'localhost' : hostname;
    expect(body).toMatchObject({ client_host, client_name: metadata.client_name, documented: way === 'document' });
    const back = await consent(browser, service.url, { clientId, pkce, redirectUri });
    const { verifier } = pkce;
    const code = back.get('code')!;
    const made = await exchange(service.url, { clientId, code, verifier, redirectUri, change: { resource } });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect((await callMcp(service.url, bearer(made.body.access_token))).status).toBe(200);
    expect((await refresh(service.url, clientId, made.body.refresh_token)).status).toBe(200);
    // One fetch for all of it.
    if (way === 'document') expect(host.asked(path)).toBe(1);
  });
});

describe('a client with a key', () => {
  it('signs with the key that its document names, where it has one', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const redirectUri = 'https://signed.example/callback';
    const clientId = host.document('/signed/client.json', {
      client_name: 'Signed',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] },
    });
    const pkce = newPkce();
    const code = (await consent(browser, service.url, { clientId, pkce, redirectUri })).get('code')!;
    const form = {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: pkce.verifier,
      redirect_uri: redirectUri,
    };
    const bare = await postForm(service.url, '/oauth/token', form);
    expect([bare.status, bare.body.error]).toEqual([401, 'invalid_client']);
    const client_assertion = await new SignJWT({ jti: 'once' })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(`${service.url}/oauth`)
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey);
    const assertion = {
      client_assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    };
    const signed = await postForm(service.url, '/oauth/token', { ...form, ...assertion });
    expect(signed.status, JSON.stringify(signed.body)).toBe(200);
    const replayed = await postForm(service.url, '/oauth/token', { ...form, ...assertion });
    expect([replayed.status, replayed.body.error]).toEqual([401, 'invalid_client']);
  });
});

describe('documents that attack', () => {
  const good = { redirect_uris: ['https://a.example/callback'], token_endpoint_auth_method: 'none' };
  const ask = (clientId: string) =>
    browser.open(authorizePath(service.url, { clientId, pkce: newPkce(), redirectUri: 'https://a.example/callback' }));

  it('is refused: of another client, with a secret, without a redirect, no JSON, not there', async () => {
    const answer =
      (text: string, status = 200, headers: Record<string, string> = {}) =>
      (_: unknown, response: { writeHead: (status: number, headers: object) => { end: (text: string) => void } }) =>
        response.writeHead(status, headers).end(text);
    const wrong = [
      host.document('/other.json', { ...good, client_id: 'https://claude.ai/client.json' }),
      host.document('/nowhere.json', { ...good, redirect_uris: ['https://b.example/callback'] }),
      host.document('/script.json', { ...good, redirect_uris: ['javascript:alert(1)'] }),
      host.serve('/text.json', answer('not JSON') as never),
      host.serve('/list.json', answer('[]') as never),
      host.serve('/gone.json', answer('{}', 404) as never),
      // Where it points is not looked at.
      host.serve('/moved.json', answer('', 302, { location: `https://${host.host}/good.json` }) as never),
      `https://${host.host}/good.json#fragment`,
      `https://user@${host.host}/good.json`,
      `https://${host.host}`,
      `http://${host.host}/good.json`,
    ];
    host.document('/good.json', good);
    for (const clientId of wrong) {
      const { status, location } = await ask(clientId);
      expect([status, location], clientId).toEqual([400, null]);
    }
    expect(host.asked('/good.json')).toBe(0);
  });

  it('is read no further than 64 kB, and waited for no longer than its time', async () => {
    const endless = host.serve('/endless.json', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        while (response.write('x'.repeat(16_384))) if (response.destroyed) return;
      };
      response.on('drain', more);
      more();
    });
    expect((await ask(endless)).status).toBe(400);
    const silent = host.serve('/silent.json', () => undefined);
    const get = createFetchDocument({ allowPrivate: true, withinMs: 200 });
    await expect(get(silent)).rejects.toThrow();
    const trickling = host.serve('/trickling.json', (_request, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    await expect(get(trickling)).rejects.toThrow();
  });

  it('is not fetched from a private address, whatever name leads there', async () => {
    const closed = await startService();
    try {
      const path = '/private.json';
      const clientId = host.document(path, good);
      const asked = await createBrowser(closed.url).open(
        authorizePath(closed.url, { clientId, pkce: newPkce(), redirectUri: 'https://a.example/callback' }),
      );
      expect([asked.status, asked.location, host.asked(path)]).toEqual([400, null, 0]);
    } finally {
      await closed.stop();
    }
    // By the address that the name has at the moment of connecting.
    for (const address of ['10.0.0.1', '169.254.169.254', '127.0.0.1', '::1', 'fd00::1', '::ffff:10.0.0.1']) {
      const lookup = ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
        done(null, [{ address, family: address.includes(':') ? 6 : 4 }])) as never;
      const get = createFetchDocument({ allowPrivate: false, lookup });
      await expect(get('https://innocent.example/client.json'), address).rejects.toThrow();
    }
    const get = createFetchDocument({ allowPrivate: false });
    for (const literal of ['https://127.0.0.1/x', 'https://[::1]/x', 'https://2130706433/x', 'https://0x7f.1/x']) {
      await expect(get(literal), literal).rejects.toThrow('private');
    }
  });
});
