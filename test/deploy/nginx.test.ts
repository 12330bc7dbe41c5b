/** A real nginx with the shipped configuration in front of a real service: streams, addresses, origins. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCli } from '../cli/run-cli.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { freePort, locate } from '../engines/engines.ts';
import { findNginx, type Nginx, startNginx } from '../engines/nginx.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';

describeEngine(await locate('nginx', findNginx), 'behind nginx', (root) => {
  const cli = createCli();
  const folder = mkdtempSync(join(tmpdir(), 'synapse-nginx-'));
  let service: Service;
  let proxy: Nginx;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    service = await startService({ SYNAPSE_PUBLIC_URL: url, SYNAPSE_TRUST_PROXY: '127.0.0.1' });
    proxy = await startNginx(root(), { port, upstream: Number(new URL(service.url).port) });
  });
  afterAll(async () => {
    await proxy?.stop();
    await service?.stop();
    cli.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const login = async (): Promise<string> => {
    const answer = await fetch(`${url}/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'admin', password: ADMIN_PASSWORD }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  };

  it('lets output through as it comes', async () => {
    const go = join(folder, 'go');
    const headers = { authorization: `Bearer ${await login()}`, 'content-type': 'application/json' };
    const command = `echo first; until [ -e ${go} ]; do sleep 0.05; done; echo second`;
    const started = await fetch(`${url}/synapse/exec`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ machine: 'local', command, wait_seconds: 0 }),
    });
    const { execution_id } = (await started.json()) as { execution_id: string };
    const stream = await fetch(`${url}/synapse/executions/${execution_id}/stream`, { headers });
    const decoder = new TextDecoder();
    let heard = '';
    for await (const chunk of stream.body!) {
      heard += decoder.decode(chunk, { stream: true });
      // Only when the first line is here may the command go on: a buffer in between would wait for ever.
      if (heard.includes('first')) writeFileSync(go, '');
    }
    expect(heard).toMatch(/first[\s\S]*second[\s\S]*event: end/);
  });

  it('passes on who is calling, and the page’s own origin', async () => {
    const headers = { authorization: `Bearer ${await login()}`, origin: url };
    const seen = await fetch(`${url}/synapse/connection`, {
      headers: { ...headers, 'x-forwarded-for': '203.0.113.7' },
    });
    // What a client claims to be forwarded for is replaced by where it really called from.
    expect(await seen.json()).toMatchObject({ ip: '127.0.0.1', forwarded_ignored: false });
    const foreign = await fetch(`${url}/synapse/connection`, {
      headers: { ...headers, origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
  });

  it('keeps tokens out of its log', async () => {
    await fetch(`${url}/tda/ai/tokens/emergency-revoke?token=dk_ai_in_the_query`, { method: 'POST' });
    await fetch(`${url}/healthz?marker`);
    await expect.poll(() => readFileSync(proxy.accessLog, 'utf8')).toContain('marker');
    expect(readFileSync(proxy.accessLog, 'utf8')).not.toContain('dk_ai_in_the_query');
  });

  it('is found to be well by the doctor', async () => {
    const env = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: ADMIN_PASSWORD };
    const { json } = await cli.run('doctor', ['--json', '--url', url], { env });
    const states = Object.fromEntries(json.findings.map(({ check, state }: Record<string, string>) => [check, state]));
    expect(states).toMatchObject({ service: 'ok', origin: 'ok', proxy: 'ok', streaming: 'ok' });
  });
});
