/** The official SDKs connect by themselves, and a person allows it in a real browser. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium } from '../engines/chromium.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { buildPage } from '../web/built-page.ts';
import { type Visit, visit } from '../web/visit.ts';
import { type Callback, startCallback } from './callback.ts';
import { type DocumentHost, startDocumentHost } from './document-host.ts';
import { createKeptAuth, type KeptAuth } from './kept-auth.ts';

const ADMIN = { username: 'admin', password: ADMIN_PASSWORD };
const INFO = { name: 'a test', version: '1.0.0' };

let service: Service;
let browser: Browser;
let callback: Callback;
let documents: DocumentHost;
let session: string;
beforeAll(async () => {
  await buildPage();
  [service, browser, callback, documents] = await Promise.all([
    startService({ SYNAPSE_PRIVATE_ADDRESSES: 'true' }),
    openChromium(),
    startCallback(),
    startDocumentHost(),
  ]);
  session = await service.login();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await callback?.close();
  await documents?.close();
});

interface AnySdk {
  /** Throws as long as nobody has allowed it. */
  connect(
    auth: KeptAuth,
  ): Promise<{ list(): Promise<string[]>; run(command: string): Promise<string>; close(): Promise<void> }>;
  finish(auth: KeptAuth, told: URLSearchParams): Promise<void>;
}

type CallAnswer = { content?: { text?: string }[] };

const sdk1: AnySdk = {
  connect: async (auth) => {
    const client = new Client(INFO);
    await client.connect(transport1(auth));
    return {
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      run: async (command) => {
        const call = { name: 'synapse_exec', arguments: { machine: 'local', command } };
        return ((await client.callTool(call)) as CallAnswer).content?.[0]?.text ?? '';
      },
      close: () => client.close(),
    };
  },
  finish: (auth, told) => transport1(auth).finishAuth(told.get('code')!),
};
const transport1 = (authProvider: KeptAuth) =>
  new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { authProvider: authProvider as never });

const sdk2: AnySdk = {
  connect: async (auth) => {
    const client = new ModernClient(INFO, { versionNegotiation: { mode: 'auto' } });
    await client.connect(transport2(auth));
    return {
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      run: async (command) => {
        const call = { name: 'synapse_exec', arguments: { machine: 'local', command } };
        return ((await client.callTool(call)) as CallAnswer).content?.[0]?.text ?? '';
      },
      close: () => client.close(),
    };
  },
  // Checks who gives the answer, too.
  finish: (auth, told) => transport2(auth).finishAuth(told),
};
const transport2 = (authProvider: KeptAuth) =>
  new ModernTransport(new URL(`${service.url}/mcp`), { authProvider: authProvider as never });

/** The person’s part: signs in, reads who asks, and allows it. */
async function allow({ page, expectRequestsTo }: Visit, address: URL): Promise<string> {
  expectRequestsTo(callback.origin);
  await page.goto(callback.startAt(address));
  await page.getByLabel('Identifiant').fill(ADMIN.username);
  await page.locator('input[name=password]').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('heading', { name: 'Demande d’accès' }).waitFor();
  const host = (await page.getByTestId('client-host').textContent()) ?? '';
  await page.getByRole('button', { name: 'Autoriser' }).click();
  await page.getByText('Back at the client').waitFor();
  return host;
}

const WAYS: [string, AnySdk, boolean][] = [
  ['SDK v1, registered', sdk1, false],
  ['SDK v2, by its document', sdk2, true],
];

describe('official clients', () => {
  it.each(WAYS)('%s: discovery, consent, calls, expiry, refresh, revocation', async (name, sdk, documented) => {
    const metadata = {
      client_name: name,
      redirect_uris: [callback.redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
    const path = `/${name.slice(4, 6)}.json`;
    const document = documented ? documents.document(path, metadata) : undefined;
    const auth = createKeptAuth(callback.redirectUri, metadata, document);
    await expect(sdk.connect(auth)).rejects.toThrow();
    const person = await visit(browser, service);
    try {
      const shown = await allow(person, auth.askedAt!);
      expect(shown).toBe(documented ? documents.host : 'localhost');
    } finally {
      await person.leave();
    }
    await sdk.finish(auth, await callback.told());

    const client = await sdk.connect(auth);
    expect(await client.list()).toContain('synapse_exec');
    expect(await client.run('echo over oauth')).toContain('over oauth');
    const first = auth.kept.tokens!.access_token;
    service.advance(8 * 3600_000 + 1_000);
    expect(await client.run('echo after eight hours')).toContain('after eight hours');
    expect(auth.kept.tokens!.access_token).not.toBe(first);

    session = await service.login();
    const { body } = await service.call<{ connections: { id: string; client_name: string }[] }>(
      'GET',
      '/tda/ai/connections',
      { token: session },
    );
    const own = body.connections.find(({ client_name }) => client_name === name)!;
    await service.call('DELETE', `/tda/ai/connections/${own.id}`, { token: session });
    auth.askedAt = null;
    await expect(client.run('echo no more')).rejects.toThrow();
    // It asks again, and no more than that.
    expect(auth.askedAt).not.toBeNull();
    await client.close();
  });

  it('a person who is signed in narrows, refuses, and reads it in English', async () => {
    const auth = createKeptAuth(callback.redirectUri, { client_name: 'Claude', redirect_uris: [callback.redirectUri] });
    await expect(sdk1.connect(auth)).rejects.toThrow();
    const person = await visit(browser, service, { locale: 'en-GB' });
    const { page, expectRequestsTo } = person;
    expectRequestsTo(callback.origin);
    try {
      await person.signIn(ADMIN);
      // The browser comes from another site and sends no session cookie with that: the page asks for itself.
      await page.goto(callback.startAt(auth.askedAt!));
      await page.getByRole('heading', { name: 'Request for access' }).waitFor();
      await person.checkBothThemes();
      expect(await page.getByTestId('client-host').textContent()).toBe('localhost');
      expect(await page.getByTestId('client-name').textContent()).toBe('calls itself “Claude”');
      expect(await page.getByTestId('client-warning').textContent()).toContain('Its name has not been verified');
      await page.getByRole('button', { name: 'Refuse' }).click();
      await page.getByText('Back at the client').waitFor();
      const told = await callback.told();
      expect([told.get('error'), told.get('code')]).toEqual(['access_denied', null]);

      await expect(sdk1.connect(auth)).rejects.toThrow();
      await page.goto(callback.startAt(auth.askedAt!));
      await page.getByRole('checkbox', { name: 'mcp:write' }).uncheck();
      await page.getByRole('radio', { name: 'only these' }).check();
      await page.getByRole('checkbox', { name: /local/ }).check();
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByText('Back at the client').waitFor();
      await sdk1.finish(auth, await callback.told());
      expect(auth.kept.tokens!.scope).toBe('mcp:read mcp:synapse');

      await page.goto(`${service.url}/settings/ai-access`);
      const row = page.locator('[data-connection]').filter({ hasText: 'Claude' });
      await row.waitFor();
      expect(await row.textContent()).toMatch(/mcp:readmcp:synapse.*local · 0 calls today/);
      await row.getByRole('button', { name: 'Narrow localhost' }).click();
      await page.getByRole('dialog').getByRole('checkbox', { name: 'mcp:synapse' }).uncheck();
      await page.getByRole('dialog').getByRole('checkbox', { name: 'mcp:look' }).check();
      await page.getByRole('dialog').getByRole('button', { name: 'Narrow' }).click();
      await expect.poll(() => row.textContent()).toMatch(/mcp:readmcp:look/);
      await row.getByRole('button', { name: 'Revoke localhost' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await row.waitFor({ state: 'detached' });
    } finally {
      await person.leave();
    }
    await expect(sdk1.connect(auth)).rejects.toThrow();
  });
});
