/** A real nginx with the shipped configuration in front of a real service: streams, addresses, origins. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createCli } from '../cli/run-cli.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { fetchPackages, freePort, libraryPath, locate } from '../engines/engines.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';

const nginx = await locate('nginx', () => fetchPackages('nginx', ['nginx', 'nginx-common']));

describeEngine(nginx, 'behind nginx', (root) => {
  const cli = createCli();
  const folder = mkdtempSync(join(tmpdir(), 'synapse-nginx-'));
  let service: Service;
  let proxy: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    service = await startService({ SYNAPSE_PUBLIC_URL: url, SYNAPSE_TRUST_PROXY: '127.0.0.1' });
    writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, new URL(service.url).port));
    mkdirSync(join(folder, 'temp'));
    proxy = spawn(join(root(), 'usr/sbin/nginx'), ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
      env: { ...process.env, LD_LIBRARY_PATH: libraryPath(root()) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), { timeout: 20_000 });
  });
  afterAll(async () => {
    proxy?.kill('SIGTERM');
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
    await expect.poll(() => readFileSync(join(folder, 'access.log'), 'utf8')).toContain('marker');
    expect(readFileSync(join(folder, 'access.log'), 'utf8')).not.toContain('dk_ai_in_the_query');
  });

  it('is found to be well by the doctor', async () => {
    const env = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: ADMIN_PASSWORD };
    const { json } = await cli.run('doctor', ['--json', '--url', url], { env });
    const states = Object.fromEntries(json.findings.map(({ check, state }: Record<string, string>) => [check, state]));
    expect(states).toMatchObject({ service: 'ok', origin: 'ok', proxy: 'ok', streaming: 'ok' });
  });
});

/** The shipped file, with only what this computer lacks replaced: the name, the certificate, the ports. */
function configuration(folder: string, port: number, upstream: string): string {
  const shipped = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*\n/gm, '')
    .replace('server_name synapse.example;', '')
    .replace('server 127.0.0.1:8080;', `server 127.0.0.1:${upstream};`)
    .replaceAll('proxy_set_header Host $host;', 'proxy_set_header Host $http_host;');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp/${name};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user} daemon off; pid ${folder}/pid; error_log stderr warn;
events {}
http {
access_log ${folder}/access.log;
${temporary.join('\n')}
${shipped}
}
`;
}
