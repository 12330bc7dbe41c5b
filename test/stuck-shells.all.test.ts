/** A shell that hangs when it is started, on every kind of machine: a refusal that says so, nothing ever runs, nothing is left. */
import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAgent } from './agents/agent-process.ts';
import type { Client } from './client.ts';
import type { ContainerEngine } from './engines/container-engine.ts';
import { describeEngine } from './engines/describe-engine.ts';
import { findDockerd, startDockerd } from './engines/dockerd.ts';
import { locate } from './engines/engines.ts';
import { descendants } from './engines/process-tree.ts';
import { type OddContainer, withShell } from './engines/shell-in-container.ts';
import { locateSshd, type Sshd, startSshd } from './engines/sshd.ts';
import { type Instance, startInstance } from './instance.ts';
import { removeAtEnd } from './left-behind.ts';
import { type Service, startService } from './service.ts';

const SHELL_SECONDS = 2;
const env = { SYNAPSE_SHELL_SECONDS: String(SHELL_SECONDS), SYNAPSE_ALLOW_LOCAL: 'all' };
const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-stuck-')));

const SSHD = await locateSshd();

type Order = Readonly<Record<string, unknown>>;

/** A test of the machine finds it out too. */
async function expectTestStuck(client: Client, session: string, machine: string): Promise<void> {
  const { status, body } = await client.call('POST', `/synapse/machines/${machine}/test`, { token: session });
  expect([status, body]).toMatchObject([200, { ok: false, code: 'machine_shell_stuck' }]);
}

/** Whatever the command's own time is: it was not run, and the log says so. */
async function expectStuck(client: Client, session: string, order: Order): Promise<void> {
  const answers = await Promise.all(
    [30, 1].map((timeout_seconds) =>
      client.call('POST', '/synapse/exec', { token: session, body: { ...order, timeout_seconds } }),
    ),
  );
  for (const { body } of answers) expect(body, JSON.stringify(body)).toMatchObject({ code: 'machine_shell_stuck' });
  const { body } = await client.call<{ entries: Record<string, unknown>[] }>(
    'GET',
    `/synapse/executions?machine=${order.machine}`,
    { token: session },
  );
  const refused = { status: 'refused', refusal: 'machine_shell_stuck', exit_code: null, success: false };
  expect(body.entries).toMatchObject([refused, refused]);
}

describeEngine(await locate('docker', findDockerd), 'a container whose shell hangs', (root) => {
  let engine: ContainerEngine;
  let service: Service;
  let session: string;
  let counted: OddContainer;
  let late: OddContainer;
  beforeAll(async () => {
    [engine, service] = await Promise.all([startDockerd(root()), startService(env)]);
    session = await service.login();
    [counted, late] = await Promise.all([
      withShell(engine, 'counted', 'sleep 600'),
      withShell(engine, 'late', 'sleep 1.5; exec /bin/busybox sh "$@"'),
      withShell(engine, 'stuck', 'sleep 600'),
    ]);
  });
  afterAll(async () => {
    await service?.stop();
    await engine?.stop();
  });

  const machine = (slug: string, body: object) =>
    service.created<{ enrollment: { code: string } }>('/synapse/machines', session, {
      slug,
      containers: ['stuck', 'counted', 'late'],
      default_container: 'stuck',
      ...body,
    });

  it('is refused by the engine’s API', async () => {
    await machine('engine', { kind: 'docker', connection: { socket: engine.socket } });
    await expectStuck(service, session, { machine: 'engine', container: 'counted', command: 'ls' });
  });

  describeEngine(SSHD, 'through the host’s own program, over ssh', (program) => {
    let sshd: Sshd;
    beforeAll(async () => {
      sshd = await startSshd(program(), [`SetEnv PATH=${engine.bin}:/usr/sbin:/usr/bin:/sbin:/bin`]);
    });
    afterAll(() => sshd?.stop());

    it('is refused', async () => {
      await service.call('PUT', '/synapse/secrets/SSH_KEY', { token: session, body: { value: sshd.privateKey } });
      const connection = { host: '127.0.0.1', port: sshd.port, user: 'root', key_secret: 'SSH_KEY' };
      await machine('host', { kind: 'ssh', connection });
      // The host itself answers, and is connected to already: signing in takes long on a busy computer.
      const test = () => service.call('POST', '/synapse/machines/host/test', { token: session });
      await expect.poll(async () => (await test()).body).toMatchObject({ ok: true });
      await expectStuck(service, session, { machine: 'host', command: 'ls' });
    });
  });

  it('is refused through an agent, which ends in time when it is told to', async () => {
    const { enrollment } = await machine('laptop', { kind: 'agent' });
    const agent = startAgent({
      url: service.url,
      code: enrollment.code,
      env: { PATH: `${engine.bin}:${process.env.PATH}` },
    });
    await agent.says('connected to');
    await expectStuck(service, session, { machine: 'laptop', command: 'ls', cwd: '/' });
    agent.signal('SIGTERM');
    expect(await agent.exit).toBe(0);
  });

  it('never runs what was refused, though its shell is ready later', async () => {
    const marks = ['engine', 'host'].map((slug) => `/tmp/${slug}`);
    await Promise.all(
      marks.map((mark) =>
        service.call('POST', '/synapse/exec', {
          token: session,
          body: { machine: mark.slice(5), container: 'late', cwd: '/', command: `echo ran >${mark}` },
        }),
      ),
    );
    await expect.poll(() => late.inside('ps | grep -c "[s]leep 1[.]5"')).toBe('0\n');
    expect(await late.inside(`ls ${marks.join(' ')} 2>/dev/null`)).toBe('');
  });

  it('is not filled with shells that should have killed those that hang', async () => {
    // Two that were asked for, and one more for each.
    expect(Number(await counted.inside('ps | grep -c "[s]leep 600"'))).toBeLessThanOrEqual(4);
  });
});

/** What runs a program where /bin/sh is one that hangs: a view of the files of its own, seen by nobody else. */
async function findHangingShell(): Promise<readonly string[]> {
  await promisify(execFile)('unshare', ['--mount', 'mount', '--bind', folder, folder]);
  const hangs = join(folder, 'hanging-shell');
  writeFileSync(hangs, `#!${process.execPath}\nsetInterval(() => {}, 1e6);\n`, { mode: 0o755 });
  const text = 'mount --bind "$1" "$2" && shift 2 && exec "$@"';
  return ['unshare', '--mount', '/bin/sh', '-c', text, 'sh', hangs, realpathSync('/bin/sh')];
}

describeEngine(await locate('mounts', findHangingShell), 'a host whose shell hangs', (under) => {
  let instance: Instance;
  let session: string;
  beforeAll(async () => {
    instance = await startInstance(env, under());
    session = await instance.login();
  });
  afterAll(() => instance?.remove());
  const nobodyLeft = (pid: number) => expect.poll(() => descendants(pid, /^[^\0]*\0?\/bin\/sh\0/)).toEqual([]);

  it('is refused as the service’s own, and none of its shells stays', async () => {
    await expectStuck(instance, session, { machine: 'local', command: 'ls' });
    await expectTestStuck(instance, session, 'local');
    await nobodyLeft(instance.child.pid!);
  });

  it('is refused as an agent’s, and none of its shells stays', async () => {
    const { enrollment } = await instance.created<{ enrollment: { code: string } }>('/synapse/machines', session, {
      slug: 'laptop',
      kind: 'agent',
    });
    const flags = ['--allow-dir', '/tmp', '--read-only-commands'];
    const agent = startAgent({ url: instance.url, code: enrollment.code, under: under(), flags });
    await agent.says('connected to');
    await expectStuck(instance, session, { machine: 'laptop', command: 'ls', cwd: '/tmp' });
    await expectTestStuck(instance, session, 'laptop');
    await nobodyLeft(agent.pid);
    await agent.stop();
  });
});
