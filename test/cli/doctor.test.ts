/** `synapse doctor`: what is well is said to be well, each thing that is wrong is found, with how to mend it. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Cli, createCli } from './run-cli.ts';

// Each command is a process of its own; on a busy computer that takes its time.
vi.setConfig({ testTimeout: 120_000 });

let service: Service;
let cli: Cli;
beforeAll(async () => {
  service = await startService();
  cli = createCli(service.url);
});
afterAll(async () => {
  cli.remove();
  await service.stop();
});

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly detail: string;
  readonly mend: string | null;
}
const signedIn = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: ADMIN_PASSWORD };

async function examine(env: Record<string, string>, args: string[] = []) {
  const { code, json, stderr } = await cli.run('doctor', ['--json', ...args], { env });
  const findings = (json?.findings ?? []) as Finding[];
  return { code, stderr, find: (check: string) => findings.find((one) => one.check.startsWith(check)), findings };
}

describe('all is well', () => {
  it('in the place where the service lives', async () => {
    const { code, findings, find } = await examine({ ...signedIn, SYNAPSE_DATA_DIR: service.dataDir });
    expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(code).toBe(0);
    for (const check of [
      'node',
      'data directory',
      'master key',
      'database',
      'migrations',
      'clock',
      'port',
      'service',
    ]) {
      expect(find(check), check).toMatchObject({ state: 'ok', mend: null });
    }
    for (const check of ['origin', 'proxy', 'streaming', 'machine local']) {
      expect(find(check), check).toMatchObject({ state: 'ok' });
    }
  });

  it('in words', async () => {
    const { stdout } = await cli.run('doctor', [], { env: { ...signedIn, SYNAPSE_DATA_DIR: service.dataDir } });
    expect(stdout).toMatch(/^ok +node: 24/m);
    expect(stdout).toMatch(/^ok +machine local: answers/m);
  });
});

describe('what is wrong', () => {
  it('a directory open to others, a key open to others, an option misspelt', async () => {
    const dir = join(cli.home, 'open');
    mkdirSync(dir);
    await cli.run('migrate', ['--data-dir', dir]);
    writeFileSync(join(dir, 'master.key'), 'short\n');
    chmodSync(join(dir, 'master.key'), 0o644);
    chmodSync(dir, 0o755);
    const { code, find } = await examine({ SYNAPSE_DATA_DIR: dir });
    expect(code).toBe(1);
    expect(find('data directory')).toMatchObject({ state: 'failed', mend: `chmod 700 ${dir}` });
    expect(find('master key')).toMatchObject({ state: 'failed' });
    expect(find('master key')!.detail).toContain('open to other users');
    expect((await examine({ SYNAPSE_HOTS: 'x' })).find('configuration')!.detail).toContain(
      'did you mean SYNAPSE_HOST?',
    );
  });

  it('no service, nobody signed in', async () => {
    const away = await examine({}, ['--url', 'http://127.0.0.1:9']);
    expect(away.find('service')).toMatchObject({ state: 'failed', mend: 'synapse serve' });
    expect((await examine({})).find('proxy')).toMatchObject({ state: 'skipped' });
  });

  it('a machine out of reach', async () => {
    const token = await service.login();
    const connection = { host: '127.0.0.1', port: 9, user: 'x', password_secret: 'NONE' };
    await service.call('POST', '/synapse/machines', { token, body: { slug: 'gone', kind: 'ssh', connection } });
    const { code, find } = await examine(signedIn);
    expect(code).toBe(1);
    expect(find('machine gone')).toMatchObject({ state: 'failed', mend: 'synapse machine test gone' });
    await service.call('DELETE', '/synapse/machines/gone', { token });
  });

  it('a client’s file with another address or a dead token', async () => {
    const dir = join(cli.home, '.cursor');
    mkdirSync(dir, { recursive: true });
    const file = join(dir, 'mcp.json');
    const write = (url: string, token: string) =>
      writeFileSync(file, JSON.stringify({ mcpServers: { synapse: { url, headers: { 'X-AI-Token': token } } } }), {
        mode: 0o600,
      });
    write('http://elsewhere.example/tda/mcp', '${env:SYNAPSE_TOKEN}');
    chmodSync(file, 0o600);
    expect((await examine(signedIn)).find('client cursor')).toMatchObject({ state: 'warning' });
    write(`${service.url}/tda/mcp`, 'dk_ai_dead');
    expect((await examine(signedIn)).find('client cursor')).toMatchObject({ state: 'failed' });
    write(`${service.url}/tda/mcp`, await service.newToken(await service.login()));
    expect((await examine(signedIn)).find('client cursor')).toMatchObject({ state: 'ok' });
  });
});

describe('behind a proxy', () => {
  /** One that adds what proxies add, and holds back what it is told to. */
  async function startProxy({ buffer }: { buffer: boolean }) {
    const { port } = new URL(service.url);
    const proxy = createServer((incoming, outgoing) => {
      const headers = { ...incoming.headers, host: `127.0.0.1:${port}`, 'x-forwarded-for': '203.0.113.9' };
      const onward = request({ port, method: incoming.method, path: incoming.url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (!buffer) return void answer.pipe(outgoing);
        const held: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => held.push(chunk));
        answer.on('end', () => outgoing.end(Buffer.concat(held)));
      });
      onward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    return {
      url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      stop: async () => {
        proxy.closeAllConnections();
        await new Promise((done) => proxy.close(done));
      },
    };
  }

  it('finds addresses that are not believed, and streams held back', async () => {
    const proxy = await startProxy({ buffer: true });
    const { find, code } = await examine(signedIn, ['--url', proxy.url]);
    await proxy.stop();
    expect(code).toBe(1);
    expect(find('proxy')).toMatchObject({ state: 'failed' });
    expect(find('proxy')!.mend).toContain('SYNAPSE_TRUST_PROXY');
    expect(find('streaming')).toMatchObject({ state: 'failed' });
  });
});
