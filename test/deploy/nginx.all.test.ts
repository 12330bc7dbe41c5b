/** A real nginx with the shipped configuration in front of a real service: streams, addresses, origins. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { freePort, locate } from '../engines/engines.ts';
import { findNginx, type Nginx, startNginx } from '../engines/nginx.ts';
import { type Service, startService } from '../service.ts';
import { describeProxy } from './proxy-suite.ts';

describeEngine(await locate('nginx', findNginx), 'behind nginx', (root) => {
  const folder = mkdtempSync(join(tmpdir(), 'synapse-behind-nginx-'));
  let service: Service;
  let proxy: Nginx;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    service = await startService({ SYNAPSE_PUBLIC_URL: url, SYNAPSE_TRUST_PROXY: '127.0.0.1' });
    proxy = await startNginx(root(), { port, upstreams: [new URL(service.url).host] });
  });
  afterAll(async () => {
    await proxy?.stop();
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  describeProxy(() => ({ url, service, folder }));

  it('passes a port of its own on: a name with another one is not that of the service', async () => {
    const port = await freePort();
    const named = await startService({
      SYNAPSE_PUBLIC_URL: `http://synapse.test:${port}`,
      SYNAPSE_TRUST_PROXY: '127.0.0.1',
    });
    const front = await startNginx(root(), { port, upstreams: [new URL(named.url).host] });
    const ask = async (host: string) => {
      const call = request({ port, path: '/tda/mcp', method: 'POST', headers: { host } });
      call.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
      const [answer] = (await once(call, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    // Without a token; with another name it does not get that far.
    expect(await ask(`synapse.test:${port}`)).toBe(401);
    expect(await ask('synapse.test:1')).toBe(403);
    await front.stop();
    await named.stop();
  });

  it('keeps tokens out of its log', async () => {
    await fetch(`${url}/tda/ai/tokens/emergency-revoke?token=dk_ai_in_the_query`, { method: 'POST' });
    await fetch(`${url}/healthz?marker`);
    await expect.poll(() => readFileSync(proxy.accessLog, 'utf8')).toContain('marker');
    expect(readFileSync(proxy.accessLog, 'utf8')).not.toContain('dk_ai_in_the_query');
  });
});
