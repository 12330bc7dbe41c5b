/**
 * The container image of the Dockerfile: built by a real engine and run word for word as the guide says, then as Compose
 * runs it, used by an MCP client, and stopped properly; then two of it by Compose, with PostgreSQL and NATS.
 */
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { shellQuote } from '@synapse/runner';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { follow, JOURNEYS } from '../docs/follow.ts';
import type { ContainerEngine } from '../engines/container-engine.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { freePort, locate } from '../engines/engines.ts';
import { fillNodeImage, findNodeImage } from '../engines/node-image.ts';
import { findPodman, startPodman } from '../engines/podman.ts';
import { packClone } from '../packaging/packed-clone.ts';
import { describeCompose } from './compose-suite.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
const run = promisify(execFile);
const engines = await locate('podman', async () => ({ podman: await findPodman(), node: await findNodeImage() }));

/** How the Compose file runs it. */
const composed = (): { readonly cap_add: readonly string[] } =>
  parse(readFileSync('deploy/compose.yaml', 'utf8')).services.synapse;

describeEngine(engines, 'the image', (found) => {
  const folder = mkdtempSync(join(tmpdir(), 'synapse-base-'));
  const password = 'a password of the image test';
  let engine: ContainerEngine;
  let url: string;
  const podman = async (...args: string[]): Promise<string> => {
    const { stdout } = await run(join(engine.bin, 'podman'), args, { maxBuffer: 64 * 1024 * 1024 });
    return stdout.trim();
  };

  beforeAll(async () => {
    engine = await startPodman(found().podman);
    const [base, tar] = [join(folder, 'base'), join(folder, 'base.tar')];
    const { stdout: npm } = await run('sh', ['-c', 'command -v npm']);
    await fillNodeImage(found().node, base, npm.trim());
    await run('tar', ['-C', base, '--owner=0', '--group=0', '-cf', tar, '.']);
    await podman('import', tar, 'docker.io/library/node:24-bookworm-slim');
    rmSync(folder, { recursive: true, force: true });
    // All steps except `npm ci`, which was just run here: the build gets a copy of its result.
    const lent = ['node_modules', ...globSync('packages/*/node_modules')].map(
      (path) => `${resolve(path)}:/app/${path}:O`,
    );
    const more = ['--pull=never', '--network=none', '--format=docker', '--build-arg=SKIP_INSTALL=1'];
    // A `docker` that has no network: nothing is fetched, and the port is that of the container alone.
    const docker = `#!/bin/sh
what=$1; shift
case $what in
build) set -- ${[...more, ...lent.map((volume) => `--volume=${volume}`)].map(shellQuote).join(' ')} "$@";;
run) set -- --network=none "$@";;
esac
exec ${shellQuote(join(engine.bin, 'podman'))} "$what" "$@"
`;
    await writeFile(join(engine.bin, 'docker'), docker, { mode: 0o755 });
    const env = { ...process.env, PATH: `${engine.bin}:${process.env.PATH}` };
    await follow(JOURNEYS.container, {
      run: async (script) => (await run('sh', ['-c', script], { env, maxBuffer: 64 * 1024 * 1024 })).stdout,
    });
    await podman('rm', '--force', '--time=0', 'synapse');
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    await podman(
      ...['run', '--detach', '--name=synapse', '--network=host', '--volume=data:/data'],
      // As the Compose file runs it, but with commands on the host allowed, so that there is a machine.
      ...['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges'],
      ...composed().cap_add.map((name) => `--cap-add=${name}`),
      ...[`--env=SYNAPSE_PORT=${port}`, `--env=SYNAPSE_ADMIN_PASSWORD=${password}`, '--env=SYNAPSE_ALLOW_LOCAL=admin'],
      'synapse',
    );
    await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeout: 60_000 });
  });
  afterAll(async () => {
    await engine?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds what runs, and nothing of what built it', async () => {
    const here = (path: string) => podman('exec', 'synapse', 'sh', '-c', `[ -e /app/${path} ] && echo yes || echo no`);
    expect(await here('packages/server/dist/main.js')).toBe('yes');
    for (const left of ['packages/server/src', 'test', 'node_modules/vitest', 'node_modules/typescript']) {
      expect(await here(left), left).toBe('no');
    }
    // Root is given up at once.
    expect(await podman('top', 'synapse', 'user')).toMatch(/^USER\s+(synapse\s*)+$/);
    const stat = ['stat', '-c', '%a %U', '/data', '/data/master.key'];
    expect(await podman('exec', '--user=synapse', 'synapse', ...stat)).toBe('700 synapse\n600 synapse');
  });

  it('is found healthy by its own check and by the doctor', async () => {
    await podman('healthcheck', 'run', 'synapse');
    const report = await podman('exec', 'synapse', 'synapse', 'doctor');
    expect(report).toMatch(/^ok +service: /m);
    expect(report).not.toContain('FAILED');
    expect(await podman('exec', 'synapse', 'synapse', 'user', 'list', '--offline')).toMatch(/^admin +equipage/m);
  });

  it('serves an MCP client, and kills what runs too long', async () => {
    const client = await signedIn();
    const command = 'id -un; sleep 300';
    const order = { name: 'synapse_exec', arguments: { machine: 'local', command, timeout_seconds: 5 } };
    const ran = await client.callTool(order);
    await client.close();
    expect(ran.structuredContent, JSON.stringify(ran.content)).toMatchObject({
      status: 'timeout',
      stdout: 'synapse-local\n',
    });
    await expect.poll(() => podman('top', 'synapse', 'args')).not.toContain('sleep 300');
  });

  it('stops in order, and goes on with its data', async () => {
    await podman('stop', '--time=30', 'synapse');
    expect(await podman('inspect', '--format={{.State.ExitCode}}', 'synapse')).toBe('0');
    const { stderr } = await run(join(engine.bin, 'podman'), ['logs', 'synapse']);
    expect(stderr).toContain('"msg":"stopping"');
    await podman('start', 'synapse');
    await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeout: 60_000 });
    const client = await signedIn();
    const logs = await client.callTool({ name: 'synapse_list_audit_logs', arguments: { limit: 1 } });
    await client.close();
    expect(JSON.stringify(logs.structuredContent)).toContain('id -un; sleep 300');
  });

  it('starts as an ordinary user as well, without any capability, as Kubernetes runs it', async () => {
    const port = await freePort();
    await podman(
      ...['run', '--detach', '--name=ordinary', '--network=host', '--user=10001:10001', '--volume=ordinary:/data'],
      ...['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges'],
      ...[`--env=SYNAPSE_PORT=${port}`, `--env=SYNAPSE_ADMIN_PASSWORD=${password}`, 'synapse'],
    );
    const answer = async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    await vi.waitFor(answer, { timeout: 60_000 });
    expect(await podman('top', 'ordinary', 'user')).toMatch(/^USER\s+(synapse\s*)+$/);
    await podman('rm', '--force', 'ordinary');
  });

  describeCompose({
    save: (file) => podman('save', '--format=docker-archive', `--output=${file}`, 'synapse'),
    // The same steps again would take minutes: what they make is put into the image that is there.
    saveNext: async (file) => {
      const context = join(packClone('next'), '..');
      await writeFile(join(context, 'Dockerfile'), 'FROM localhost/synapse\nRUN rm -r /app\nCOPY release/files /app\n');
      await podman('build', '--pull=never', '--network=none', '--format=docker', '--tag=next', context);
      await podman('save', '--format=docker-archive', `--output=${file}`, 'next');
    },
  });

  async function signedIn(): Promise<Client> {
    const form = new URLSearchParams({ username: 'admin', password });
    const login = await fetch(`${url}/auth/login`, { method: 'POST', body: form });
    const { access_token } = (await login.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}` };
    const created = await fetch(`${url}/tda/ai/tokens`, { method: 'POST', headers });
    const { token } = (await created.json()) as { token: string };
    const client = new Client({ name: 'image', version: '1' });
    const requestInit = { headers: { 'X-AI-Token': token } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/tda/mcp`), { requestInit }));
    return client;
  }
});
