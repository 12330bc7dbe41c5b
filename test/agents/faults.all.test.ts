/**
 * What networks, crashes and clocks do to a command on an agent. Beats are short here, so that ten of them pass
 * quickly.
 */
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Executor } from '@synapse/runner';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nap, pidsWithEnvironment, sleeping } from '../engines/process-tree.ts';
import { run, start } from '../executors/run-command.ts';
import { startRestartableServer } from '../restartable-server.ts';
import { type Service, startService } from '../service.ts';
import { type AgentProcess, startAgent } from './agent-process.ts';
import { executorOf, newAgentMachine } from './agent-rig.ts';
import { type LinkProxy, startLinkProxy } from './link-proxy.ts';

const BEAT_MS = 200;
/** An agent that was silent for this long is offline. */
const OFFLINE_MS = 6 * BEAT_MS;

interface Entry {
  readonly execution_id: string;
  readonly status: string;
  readonly refusal: string | null;
}

describe('faults', () => {
  let service: Service;
  let session: string;
  let proxy: LinkProxy;
  let agent: AgentProcess;
  let executor: Executor;
  beforeAll(async () => {
    service = await startService({}, { agentHeartbeatMs: BEAT_MS });
    session = await service.login();
    proxy = await startLinkProxy(service.url);
    const { code } = await newAgentMachine(service, session, 'laptop');
    agent = startAgent({ url: proxy.url, code });
    await agent.says('connected to');
    executor = await executorOf(service, session, 'laptop');
  });
  afterAll(async () => {
    await agent?.stop();
    // The agent that was started again left this to us.
    rmSync(agent.home, { recursive: true, force: true });
    await proxy?.stop();
    await service?.stop();
  });

  const exec = (command: string, options: object = {}) =>
    service.call('POST', '/synapse/exec', {
      token: session,
      body: { machine: 'laptop', cwd: '/', command, ...options },
    });
  const lastEntry = async () => {
    const { body } = await service.call<{ entries: Entry[] }>('GET', '/synapse/executions?limit=1', { token: session });
    return body.entries[0]!;
  };
  const tagged = (tag: string) => pidsWithEnvironment(`SYNAPSE_EXECUTION=${tag}`);
  /** Counts up, a number every 50 ms; each start leaves a line in the file. */
  const counting = (to: number, file: string) =>
    `echo x >>${file}; i=0; while [ $i -lt ${to} ]; do i=$((i+1)); echo $i; sleep 0.05; done; exit 7`;
  const numbers = (to: number) => Array.from({ length: to }, (_, index) => `${index + 1}\n`).join('');

  it('a link that is cut for longer than it takes to be offline loses nothing and repeats nothing', async () => {
    const file = `${agent.home}/runs`;
    const running = exec(counting(60, file), { raw: true, timeout_seconds: 120 });
    await vi.waitFor(async () => expect((await lastEntry()).status).toBe('running'), 45_000);
    await delay(BEAT_MS);
    proxy.cut();
    await delay(OFFLINE_MS + 2 * BEAT_MS);
    const machine = async () => (await service.call('GET', '/synapse/machines/laptop', { token: session })).body;
    await expect.poll(machine).toMatchObject({ connected: false, presence: 'offline' });
    proxy.mend();
    const { status, body } = await running;
    expect(status).toBe(200);
    expect(body).toMatchObject({ stdout: numbers(60), exit_code: 7, status: 'done' });
    expect(readFileSync(file, 'utf8')).toBe('x\n');
    expect(await lastEntry()).toMatchObject({ status: 'done', refusal: null });
  });

  it('a flood over a link that is cut again and again arrives whole and in order', async () => {
    const bytes = 30_000_000;
    let seen = 0;
    let wrong = 0;
    const running = run(executor, `yes 0123456789abcde | head -c ${bytes}`, {
      stdoutSink: async (chunk) => {
        for (const byte of chunk) if (byte !== '0123456789abcde\n'.charCodeAt(seen++ % 16)) wrong += 1;
        await delay(1);
      },
    });
    for (let cuts = 0; cuts < 4; cuts++) {
      await delay(BEAT_MS);
      proxy.cut();
      proxy.mend();
    }
    expect((await running).outcome).toEqual({ kind: 'exited', exitCode: 0 });
    expect([seen, wrong]).toEqual([bytes, 0]);
  });

  it('a command that was given up while the link was cut is killed when the agent comes back', async () => {
    const abort = new AbortController();
    const running = start(executor, `sleep ${nap(1101)}`, { signal: abort.signal });
    await vi.waitFor(async () => expect(await tagged(running.tag)).not.toEqual([]), 45_000);
    proxy.cut();
    await delay(BEAT_MS);
    abort.abort();
    expect((await running.done).outcome).toMatchObject({ kind: 'lost' });
    expect(await tagged(running.tag)).not.toEqual([]);
    proxy.mend();
    await vi.waitFor(async () => expect(await tagged(running.tag)).toEqual([]), 45_000);
  });

  it('a connection that is only half open is noticed by both, and its command ends over the next one', async () => {
    service.advance(61_000);
    const before = proxy.connections();
    const running = exec(counting(40, `${agent.home}/half`), { raw: true });
    await vi.waitFor(async () => expect((await lastEntry()).status).toBe('running'), 45_000);
    await delay(BEAT_MS);
    proxy.freeze();
    expect((await running).body).toMatchObject({ stdout: numbers(40), exit_code: 7 });
    expect(proxy.connections()).toBeGreaterThan(before);
    expect(readFileSync(`${agent.home}/half`, 'utf8')).toBe('x\n');
  });

  it('a reader that is slow, or stuck, fills no memory and holds up nobody else', async () => {
    const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${agent.pid}/status`, 'utf8'))![1]) * 1024;
    const abort = new AbortController();
    const before = { agent: resident(), service: process.memoryUsage.rss() };
    const floods = Array.from({ length: 4 }, () =>
      run(executor, 'cat /dev/zero', { signal: abort.signal, stdoutSink: () => delay(50) }),
    );
    for (let round = 0; round < 10; round++) expect((await run(executor, `echo ${round}`)).text).toBe(`${round}\n`);
    expect(resident() - before.agent).toBeLessThan(100 * 2 ** 20);
    expect(process.memoryUsage.rss() - before.service).toBeLessThan(150 * 2 ** 20);
    abort.abort();
    for (const flood of floods) expect((await flood).outcome).toEqual({ kind: 'killed' });
  });

  it('an agent that is killed takes its commands with it; the next one neither repeats nor forgets them', async () => {
    service.advance(61_000);
    const running = exec(`echo started; sleep ${nap(1102)}`, { timeout_seconds: 60 });
    await vi.waitFor(async () => expect(await sleeping(1102)).not.toEqual([]), 45_000);
    agent.signal('SIGKILL');
    await agent.exit;
    await vi.waitFor(async () => expect(await sleeping(1102)).toEqual([]), 45_000);
    // It may come back for a while; after that, nobody waits for it.
    await vi.waitFor(async () => expect((await exec('true')).body.code).toBe('machine_offline'), 45_000);
    agent = startAgent({ home: agent.home });
    await agent.says('connected to');
    const { status, body } = await running;
    expect([status, body.code]).toEqual([502, 'execution_lost']);
    expect((await exec('echo again')).body.stdout).toBe('again\n');
    expect(await sleeping(1102)).toEqual([]);
  });
});

it('a clock that is an hour off changes nothing', async () => {
  const service = await startService({}, { agentHeartbeatMs: BEAT_MS });
  const session = await service.login();
  for (const [slug, hours] of [
    ['ahead', 1],
    ['behind', -1],
  ] as const) {
    const { code } = await newAgentMachine(service, session, slug);
    const shift = `const now = Date.now; Date.now = () => now() + ${hours} * 3600_000;
      globalThis.Date = class extends Date { constructor(...a) { super(...(a.length ? a : [Date.now()])); } }`;
    const nodeFlags = ['--import', `data:text/javascript,${encodeURIComponent(shift)}`];
    const agent = startAgent({ url: service.url, code, nodeFlags });
    await agent.says('connected to');
    const exec = (command: string, timeout_seconds: number) =>
      service.call('POST', '/synapse/exec', {
        token: session,
        body: { machine: slug, cwd: '/', command, timeout_seconds },
      });
    expect((await exec('echo fine', 60)).body).toMatchObject({ stdout: 'fine\n', exit_code: 0 });
    expect((await exec(`sleep ${nap(1103)}`, 5)).body).toMatchObject({ exit_code: 124, status: 'timeout' });
    await vi.waitFor(async () => {
      const { body } = await service.call('GET', `/synapse/machines/${slug}`, { token: session });
      expect(body).toMatchObject({ connected: true, presence: 'online' });
    }, 45_000);
    expect(Math.abs(Date.parse(agent.log()[0]!.at as string) - Date.now())).toBeGreaterThan(3_000_000);
    await agent.stop();
  }
  await service.stop();
});

it('a service that is killed with five commands running says so afterwards, and the agent kills them', async () => {
  const server = await startRestartableServer();
  const made = await server.call<{ enrollment: { code: string } }>('POST', '/synapse/machines', {
    slug: 'laptop',
    kind: 'agent',
  });
  const agent = startAgent({ url: server.url, code: made.body.enrollment.code });
  await agent.says('connected to');
  const body = {
    machine: 'laptop',
    cwd: '/',
    command: `echo x >>${agent.home}/runs; sleep ${nap(1104)}`,
    timeout_seconds: 100,
  };
  const five = Array.from({ length: 5 }, () => server.call('POST', '/synapse/exec', body).catch(() => 'cut'));
  await vi.waitFor(async () => expect(await sleeping(1104)).toHaveLength(5), 45_000);
  await server.kill();
  expect(await Promise.all(five)).toEqual(Array(5).fill('cut'));
  expect(await sleeping(1104)).toHaveLength(5);
  await server.start();
  await vi.waitFor(async () => expect(await sleeping(1104)).toEqual([]), 45_000);
  const { body: log } = await server.call<{ entries: Entry[] }>('GET', '/synapse/executions');
  expect(log.entries.map(({ status }) => status)).toEqual(Array(5).fill('interrupted'));
  const after = async () =>
    (await server.call('POST', '/synapse/exec', { ...body, command: `cat ${agent.home}/runs` })).body;
  await expect.poll(after).toMatchObject({ success: true, stdout: 'x\n'.repeat(5) });
  await agent.stop();
  await server.stop();
});
