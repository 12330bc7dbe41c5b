/** A real nginx with the shipped configuration in front of a real service: streams, addresses, origins. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { fetchPackages, freePort, libraryPath, locate } from '../engines/engines.ts';
import { type Service, startService } from '../service.ts';
import { describeProxy } from './proxy-suite.ts';

const nginx = await locate('nginx', () => fetchPackages('nginx', ['nginx', 'nginx-common']));

describeEngine(nginx, 'behind nginx', (root) => {
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
    rmSync(folder, { recursive: true, force: true });
  });

  describeProxy(() => ({ url, service, folder }));

  it('keeps tokens out of its log', async () => {
    await fetch(`${url}/tda/ai/tokens/emergency-revoke?token=dk_ai_in_the_query`, { method: 'POST' });
    await fetch(`${url}/healthz?marker`);
    await expect.poll(() => readFileSync(join(folder, 'access.log'), 'utf8')).toContain('marker');
    expect(readFileSync(join(folder, 'access.log'), 'utf8')).not.toContain('dk_ai_in_the_query');
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
