/** How the service serves the page: types, caching, policy, and where it is never shown. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from './instance.ts';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({});
});
afterAll(() => instance?.stop());
const get = (path: string, headers: Record<string, string> = {}) => fetch(instance.url + path, { headers });
const html = { accept: 'text/html' };

describe('the document', () => {
  it('comes with a strict policy and a nonce of its own each time', async () => {
    const [one, other] = await Promise.all([get('/', html), get('/', html)]);
    const policies = [one, other].map((answer) => answer.headers.get('content-security-policy') ?? '');
    const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1]);
    expect(nonces[0]).not.toBe(nonces[1]);
    for (const policy of policies) {
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain('unsafe');
    }
    const text = await one.text();
    expect(text).toContain(`content="${nonces[0]}"`);
    expect(text).not.toMatch(/<script(?![^>]*src=)/);
    expect(one.headers.get('cache-control')).toBe('no-store');
    expect(one.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('stands at every address of the page, and at none of the API', async () => {
    for (const path of ['/settings/ai-access', '/executions/some-id', '/no/such/page?x=1']) {
      expect((await get(path, html)).status, path).toBe(200);
    }
    for (const path of [
      '/tda/none',
      '/synapse/none',
      '/auth/none',
      '/admin/none',
      '/assets/none.js',
      '/.well-known/x',
    ]) {
      const answer = await get(path, html);
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get('content-type'), path).toContain('problem+json');
    }
    expect((await get('/settings')).headers.get('content-type')).toContain('problem+json');
    expect((await fetch(`${instance.url}/settings`, { method: 'POST', headers: html })).status).toBe(404);
  });
});

describe('its files', () => {
  it('are typed, compressed on demand, and kept for ever where their name says what they hold', async () => {
    const document = await (await get('/', html)).text();
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(document)?.[1] ?? '';
    const style = /href="(\/assets\/[^"]+\.css)"/.exec(document)?.[1] ?? '';
    for (const [path, type] of [
      [script, 'text/javascript; charset=utf-8'],
      [style, 'text/css; charset=utf-8'],
    ] as const) {
      const answer = await get(path, { 'accept-encoding': 'gzip' });
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const plain = await get(path, { 'accept-encoding': 'identity' });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await plain.text()).toBe(await answer.text());
    }
    const icon = await get('/favicon.svg');
    expect(icon.headers.get('content-type')).toBe('image/svg+xml');
    expect(icon.headers.get('cache-control')).toBe('no-cache');
  });

  it('end where the built page ends', async () => {
    for (const path of ['/assets/../../package.json', '/.vite/manifest.json', '/.sources', '/%2e%2e/package.json']) {
      const answer = await get(path);
      expect(answer.status, path).toBe(404);
    }
  });
});
