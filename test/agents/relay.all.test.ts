/**
 * Commands on an agent that is linked to another instance: they travel over NATS, encrypted, as if the link were here.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { InstanceState } from '@synapse/contract';
import type { Executor } from '@synapse/runner';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import { nap, sleeping } from '../engines/process-tree.ts';
import { run } from '../executors/run-command.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../otlp-receiver.ts';
import { startAgent } from './agent-process.ts';
import { executorOf, newAgentMachine } from './agent-rig.ts';
import { type RelayRig, startRelayRig } from './relay-rig.ts';

const SOON = { timeout: 45_000, interval: 100 };

describeEngine(await locate('nats', findNats), 'an agent linked to another instance', (root) => {
  let rig: RelayRig;
  let { near, far, inside, session, exec, look } = {} as RelayRig;
  let executor: Executor;
  let listening: NatsConnection;
  let collector: OtlpReceiver;
  const overheard: Buffer[] = [];

  beforeAll(async () => {
    collector = await startOtlpReceiver();
    rig = await startRelayRig(root(), { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    ({ near, far, inside, session, exec, look } = rig);
    executor = await executorOf(inside, session, 'laptop');
    listening = await connect({ servers: rig.nats.url });
    listening.subscribe('>', { callback: (_, { data }) => void overheard.push(Buffer.from(data)) });
    await listening.flush();
  });
  afterAll(async () => {
    await listening?.close();
    await rig?.stop();
    await collector?.stop();
  });

  const rss = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

  it('is shown as there by all of them, at once', async () => {
    for (const instance of [near, far, inside]) {
      expect(await look(instance)).toMatchObject({ connected: true, presence: 'online' });
    }
    const test = await near.call('POST', '/synapse/machines/laptop/test', { token: session });
    expect(test.body).toMatchObject({ ok: true });
  });

  it('runs what any of them is asked for', async () => {
    for (const instance of [near, far, inside]) {
      const { body } = await exec(instance, 'echo out; echo err >&2; pwd; exit 3', { cwd: '/usr' });
      expect(body).toMatchObject({ stdout: 'out\n/usr\n', stderr: 'err\n', exit_code: 3, status: 'done' });
    }
    expect((await exec(near, 'true', { cwd: '/nowhere' })).body).toMatchObject({ code: 'cwd_not_found' });
  });

  it('is in one trace on both of them', async () => {
    const { body } = await exec(near, 'true');
    const spans = () => {
      const whole = collector.spans().find(({ facts }) => facts['synapse.execution_id'] === body.execution_id);
      return collector.spans().filter(({ traceId }) => traceId === whole?.traceId);
    };
    await vi.waitFor(
      () => expect(spans().map(({ name }) => name)).toEqual(expect.arrayContaining(['execution', 'line'])),
      SOON,
    );
    const named = (name: string) => spans().find((span) => span.name === name)!;
    const [whole, stage, line] = [named('execution'), named('run'), named('line')];
    expect(line).toMatchObject({ parentSpanId: whole.spanId, facts: { 'synapse.execution_id': body.execution_id } });
    expect(stage).toMatchObject({ parentSpanId: whole.spanId, instance: whole.instance });
    expect(line.instance).not.toBe(whole.instance);
    // Both tell the time that they share.
    const slack = 100_000_000n;
    expect(line.from > whole.from - slack && line.from < whole.to + slack).toBe(true);
  });

  it('is counted where it is linked, as are the instances, by each of them', async () => {
    const { body: begun } = await exec(near, `sleep ${nap(1211)}`, { wait_seconds: 0 });
    const { body: seen } = await far.call('GET', '/admin/status', { token: session });
    expect(seen).toMatchObject({ database: { kind: 'postgres' }, agents: { enrolled: 1, linked: 1 } });
    const instances = seen.instances as InstanceState[];
    expect(instances).toHaveLength(3);
    for (const { lease, report, bus_ms, asked } of instances) {
      expect(lease.expires_in_ms).toBeGreaterThan(0);
      expect(report).toMatchObject({ status: 'ok', waiting_commands: 0 });
      expect(Math.abs(report!.clock_skew_ms)).toBeLessThan(5_000);
      expect(bus_ms === null).toBe(asked);
    }
    expect(instances.filter(({ report }) => report!.linked_agents === 1)).toHaveLength(1);
    expect(instances.find(({ report }) => report!.linked_agents === 1)).toMatchObject({ asked: true });
    const running = instances.filter(({ running_commands: count }) => count > 0);
    expect(running).toEqual([expect.objectContaining({ asked: false, running_commands: 1 })]);
    expect(running[0]!.oldest_running_seconds).toBeGreaterThanOrEqual(0);
    await near.call('POST', `/synapse/executions/${begun.execution_id}/cancel`, { token: session });
    expect((await near.call('GET', '/admin/status', {})).status).toBe(401);
  });

  it('is handed secrets that nobody on NATS can read, nor the command, nor what it prints', async () => {
    const canary = `canary-${randomBytes(12).toString('hex')}`;
    const put = await near.call('PUT', '/synapse/secrets/CANARY', { token: session, body: { value: canary } });
    expect(put.status).toBeLessThan(300);
    overheard.length = 0;
    // Larger than one message may be: it comes in parts.
    const padding = `: ${'x'.repeat(60_000)}`;
    const { body } = await exec(near, `echo a-word-of-mine {{CANARY}}; printf %s {{CANARY}} | wc -c; ${padding}`);
    expect(body).toMatchObject({ success: true, stdout: `a-word-of-mine {{CANARY}}\n${canary.length}\n` });
    const heard = Buffer.concat(overheard);
    expect(heard.length).toBeGreaterThan(60_000);
    for (const word of [canary, 'a-word-of-mine', 'xxxxxxxxxxxxxxxx']) {
      for (const encoding of ['utf8', 'base64', 'hex'] as const) {
        // A third of it, wherever it begins, is the same in base64.
        const coded = Buffer.from(word).toString(encoding).slice(0, -4);
        expect(heard.includes(coded), `${word} as ${encoding}`).toBe(false);
      }
    }
  });

  it('brings a hundred megabytes whole, and holds none of them up in memory for a slow reader', async () => {
    const bytes = 100_000_000;
    let [seen, wrong] = [0, 0];
    const stdoutSink = (chunk: Buffer) => {
      for (const byte of chunk) if (byte !== '0123456789abcde\n'.charCodeAt(seen++ % 16)) wrong += 1;
    };
    const flood = await run(executor, `yes 0123456789abcde | head -c ${bytes}`, { stdoutSink });
    expect(flood.outcome).toEqual({ kind: 'exited', exitCode: 0 });
    expect([seen, wrong]).toEqual([bytes, 0]);

    const before = rss(far.child.pid!);
    const abort = new AbortController();
    let taken = 0;
    const stuck = run(executor, 'cat /dev/zero', {
      signal: abort.signal,
      stdoutSink: async () => {
        taken += 1;
        await new Promise((resolve) => abort.signal.addEventListener('abort', resolve));
      },
    });
    await vi.waitFor(() => expect(taken).toBeGreaterThan(0), SOON);
    for (let round = 0; round < 5; round++) expect((await run(executor, `echo ${round}`)).text).toBe(`${round}\n`);
    expect(rss(far.child.pid!) - before).toBeLessThan(100);
    abort.abort();
    expect((await stuck).outcome).toEqual({ kind: 'killed' });
  });

  it('kills what is cancelled, and what runs out of time', async () => {
    const { body } = await exec(near, `echo begun; sleep ${nap(1210)}`, { wait_seconds: 0 });
    await vi.waitFor(async () => expect(await sleeping(1210)).toHaveLength(1), SOON);
    const path = `/synapse/executions/${body.execution_id}/cancel`;
    // Through the third one: from there to the instance that runs it, and from there to the agent.
    const cancelled = await inside.call('POST', path, { token: session });
    expect(cancelled.body).toMatchObject({ status: 'cancelled', stdout: 'begun\n' });
    expect(await sleeping(1210)).toEqual([]);
    expect((await exec(near, `sleep ${nap(1211)}`, { timeout_seconds: 5 })).body).toMatchObject({ status: 'timeout' });
    expect(await sleeping(1211)).toEqual([]);
  });

  it('is cut off by whoever holds its link when another removes it', async () => {
    const { code } = await newAgentMachine(inside, session, 'removed');
    const removed = startAgent({ url: far.url, code });
    await removed.says('connected to');
    expect((await near.call('DELETE', '/synapse/machines/removed', { token: session })).status).toBe(204);
    expect(await removed.exit).toBe(3);
    expect(removed.printed()).toContain('the machine was removed');
    await removed.stop();
  });

  it('is shown as gone by all of them, at once', async () => {
    rig.proxy.cut();
    await rig.agent.says('not connected');
    for (const instance of [near, far, inside]) {
      await vi.waitFor(async () => expect(await look(instance)).toMatchObject({ connected: false }), SOON);
    }
    rig.proxy.mend();
    await rig.agent.says('connected to', 2);
    for (const instance of [near, far, inside]) expect(await look(instance)).toMatchObject({ connected: true });
  });
});
