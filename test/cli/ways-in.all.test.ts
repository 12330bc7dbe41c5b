/** `synapse doctor` on the ways in: each thing that proxies do to clients is found, named, and told how to mend. */
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkWaysIn } from '../../packages/cli/src/doctor/check-ways-in.ts';
import type { Finding } from '../../packages/cli/src/doctor/finding.ts';
import { publicCertificate } from '../engines/tls-certificates.ts';
import { removeAtEnd, stopAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';
import { type Breakage, type BrokenProxy, startProxy } from './broken-proxy.ts';
import { createCli } from './run-cli.ts';

vi.setConfig({ testTimeout: 300_000 });

let here: Service;
let elsewhere: Service;
let closed: Service;
let proxy: BrokenProxy;
beforeAll(async () => {
  here = await startService();
  elsewhere = await startService({ SYNAPSE_PUBLIC_URL: 'https://synapse.known' });
  // Other computers can reach it, but it does not know under which name.
  closed = await startService({ SYNAPSE_HOST: '0.0.0.0' });
  proxy = await startProxy(here.url);
});
afterAll(() => Promise.all([here, elsewhere, closed].map((service) => service.stop())));

const page =
  (status: number, paths: RegExp): Breakage['answers'] =>
  ({ url = '' }, outgoing) => {
    if (!paths.test(url)) return false;
    outgoing.writeHead(status, { 'content-type': 'text/html' }).end('<h1>nginx</h1>');
    return true;
  };
const later = (ms: number): string => new Date(Date.now() + ms).toUTCString();

interface Row {
  readonly broken: Breakage;
  /** Which service is behind it; else one that knows itself as clients reach it. */
  readonly behind?: () => Service;
  readonly header: 'ok' | RegExp;
  readonly signIn: 'ok' | 'warning' | RegExp;
  readonly mend?: RegExp;
}

const TABLE: Readonly<Record<string, Row>> = {
  nothing: { broken: {}, header: 'ok', signIn: 'ok' },
  'a proxy without /mcp': {
    broken: { answers: page(404, /^\/mcp/) },
    header: 'ok',
    signIn: /answers 404 on \/mcp: the proxy does not pass this path on/,
    mend: /\/mcp/,
  },
  'a proxy without /.well-known/': {
    broken: { answers: page(404, /^\/\.well-known/) },
    header: 'ok',
    signIn: /404 on \/\.well-known\/oauth-protected-resource\/mcp/,
    mend: /well-known/,
  },
  'a proxy without the authorization server': {
    broken: { answers: page(404, /authorization-server/) },
    header: 'ok',
    signIn: /404 on \/\.well-known\/oauth-authorization-server\/oauth/,
    mend: /well-known/,
  },
  'a proxy for the page alone': {
    broken: { answers: page(404, /^\/(?:mcp|tda|\.well)/) },
    header: /404 on \/tda\/mcp/,
    signIn: /404 on \/mcp/,
  },
  'a redirect to another address': {
    broken: {
      answers: ({ url }, outgoing) =>
        outgoing.writeHead(301, { location: `https://synapse.example${url}` }).end() !== null,
    },
    header: /redirected to https:\/\/synapse\.example\/tda\/mcp/,
    signIn: /redirected/,
    mend: /SYNAPSE_PUBLIC_URL/,
  },
  'a proxy that drops X-AI-Token': {
    broken: { drops: ['x-ai-token'] },
    header: /X-AI-Token is lost/,
    signIn: 'ok',
    mend: /X-AI-Token/,
  },
  'a proxy that drops Authorization': {
    broken: { drops: ['authorization'] },
    header: 'ok',
    signIn: /Authorization is lost/,
    mend: /Authorization/,
  },
  'a proxy that drops WWW-Authenticate': {
    broken: { rewrites: (headers) => Reflect.deleteProperty(headers, 'www-authenticate') },
    header: 'ok',
    signIn: /has lost its header WWW-Authenticate/,
    mend: /401/,
  },
  'a proxy with a sign-in of its own': {
    broken: { answers: page(401, /./) },
    header: /something else .* 401 on \/tda\/mcp/,
    signIn: /something else .* 401/,
  },
  'a page for every address': {
    broken: { answers: page(200, /./) },
    header: /something else .* 200/,
    signIn: /something else .* 200/,
  },
  'an answer without end': {
    broken: {
      answers: (_incoming, outgoing) => {
        const more = (): void => {
          while (!outgoing.destroyed && outgoing.write('x'.repeat(65_536)));
        };
        outgoing.on('drain', more).writeHead(200);
        more();
        return true;
      },
    },
    header: /something else .* 200/,
    signIn: /something else .* 200/,
  },
  'a connection that is cut': {
    broken: { answers: ({ socket }) => socket.destroy() !== null },
    header: /cannot be reached/,
    signIn: /cannot be reached/,
    mend: /DNS/,
  },
  'another public address': {
    broken: {},
    behind: () => elsewhere,
    header: 'ok',
    signIn: /calls itself https:\/\/synapse\.known\/mcp, clients come by http/,
    mend: /Set SYNAPSE_PUBLIC_URL=http/,
  },
  'a name that the service does not know': {
    broken: { host: 'synapse.example' },
    header: /does not know itself as http/,
    signIn: /does not know itself as http/,
    mend: /Set SYNAPSE_PUBLIC_URL=http/,
  },
  'clocks that differ': {
    broken: { rewrites: (headers) => Reflect.set(headers, 'date', later(300_000)) },
    header: 'ok',
    signIn: /the clocks are (?:29\d|30\d) s apart/,
    mend: /NTP/,
  },
  'no sign-in': { broken: {}, behind: () => closed, header: 'ok', signIn: 'warning', mend: /X-AI-Token works without/ },
};

describe('finds', () => {
  it.each(Object.entries(TABLE))('%s', async (_name, row) => {
    proxy.break(row.broken);
    proxy.aim((row.behind?.() ?? here).url);
    const [header, signIn, cloud] = await checkWaysIn(proxy.url);
    expectFinding(header!, row.header);
    expectFinding(signIn!, row.signIn);
    // The internet does not reach this one, whatever a proxy does.
    expect(cloud).toMatchObject({ state: 'skipped', detail: expect.stringContaining('no public https address') });
    const mends = [header, signIn].map((one) => one?.mend ?? '').join(' ');
    if (row.mend !== undefined) expect(mends).toMatch(row.mend);
    for (const one of [header, signIn]) expect(one!.mend === null).toBe(one!.state === 'ok');
  });
});

function expectFinding(finding: Finding, wanted: 'ok' | 'warning' | RegExp): void {
  if (wanted instanceof RegExp)
    expect(finding).toMatchObject({ state: 'failed', detail: expect.stringMatching(wanted) });
  else expect(finding).toMatchObject({ state: wanted });
}

describe('from the cloud of an assistant, over a public https address', () => {
  it('works, unless its user agent is blocked', async () => {
    const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-ways-')));
    const { ca, key, cert } = await publicCertificate(folder, 'synapse.known');
    const front = await startProxy(elsewhere.url, { key, cert });
    const outside = await startConnectProxy(front.port);
    const cli = createCli(elsewhere.url);
    const env = {
      SYNAPSE_PUBLIC_URL: 'https://synapse.known',
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: outside,
      NO_PROXY: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: ca,
    };
    const examine = async (): Promise<Finding[]> =>
      (await cli.run('doctor', ['--json'], { env })).json.findings.filter(({ check }: Finding) =>
        /^way in/.test(check),
      );
    expect((await examine()).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
    front.break({
      answers: ({ headers }, outgoing) => {
        if (headers['user-agent'] !== 'Claude-User') return false;
        return outgoing.writeHead(403, { 'content-type': 'text/html' }).end('blocked') !== null;
      },
    });
    const [header, signIn, cloud] = await examine();
    expect([header!.state, signIn!.state]).toEqual(['ok', 'ok']);
    expect(cloud).toMatchObject({ state: 'failed', detail: expect.stringMatching(/\/mcp answers 403 .*Claude-User/) });
    expect(cloud!.mend).toContain('Claude-User');
    cli.remove();
  });
});

/** Leads every name to this port: an office's own proxy, and the only name server that the test needs. */
async function startConnectProxy(port: number): Promise<string> {
  const server: Server = createServer().on('connect', (_request, client) => {
    const target = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    for (const socket of [client, target]) socket.on('error', () => socket.destroy());
    target.pipe(client).pipe(target);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stopAtEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
