/** A real Caddy with the shipped configuration in front of a real service. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { fetchPackages, freePort, locate } from '../engines/engines.ts';
import { type Service, startService } from '../service.ts';
import { describeProxy } from './proxy-suite.ts';

const caddy = await locate('caddy', () => fetchPackages('caddy', ['caddy']));

describeEngine(caddy, 'behind Caddy', (root) => {
  const folder = mkdtempSync(join(tmpdir(), 'synapse-caddy-'));
  const env = { HOME: folder, XDG_DATA_HOME: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config') };
  let service: Service;
  let proxy: ChildProcess;
  let url: string;
  let said = '';

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    service = await startService({ SYNAPSE_PUBLIC_URL: url, SYNAPSE_TRUST_PROXY: '127.0.0.1' });
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, configuration(url, new URL(service.url).host));
    proxy = spawn(join(root(), 'usr/bin/caddy'), ['run', '--adapter', 'caddyfile', '--config', file], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    proxy.stderr!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), { timeout: 45_000 });
  });
  afterAll(async () => {
    if (proxy !== undefined && proxy.exitCode === null) {
      proxy.kill('SIGTERM');
      await once(proxy, 'exit');
    }
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes the file as it is shipped', () => {
    const args = ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'];
    execFileSync(join(root(), 'usr/bin/caddy'), args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  });

  describeProxy(() => ({ url, service, folder }));

  it('keeps tokens out of its log', async () => {
    await fetch(`${url}/tda/ai/tokens/emergency-revoke?token=dk_ai_in_the_query`, { method: 'POST' });
    expect(said).not.toContain('dk_ai_in_the_query');
  });
});

/** The shipped file. Only what this computer lacks is replaced: the name with its certificate, the ports. */
function configuration(url: string, upstream: string): string {
  const shipped = readFileSync('deploy/Caddyfile', 'utf8')
    .replace('synapse.example {', `${url} {`)
    .replace('127.0.0.1:8080', upstream);
  return `{\n\tadmin off\n}\n${shipped}`;
}
