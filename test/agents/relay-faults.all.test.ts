/** What happens to a command on an agent when one of the instances in between dies, or they lose each other. */
import { readFileSync, rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import { nap, sleeping } from '../engines/process-tree.ts';
import { type RelayRig, startRelayRig } from './relay-rig.ts';

const SOON = { timeout: 45_000, interval: 100 };
const SETTINGS = { SYNAPSE_INSTANCE_DEAD_SECONDS: '8' };

describeEngine(await locate('nats', findNats), 'between instances', (root) => {
  let rig: RelayRig;
  beforeAll(async () => {
    rig = await startRelayRig(root(), SETTINGS);
  });
  afterAll(() => rig?.stop());
  afterEach(() => rmSync(`${rig.agent.home}/runs`, { force: true }));

  /** Another instance has the agent's link from now on. */
  const moveTo = async (instance: { readonly url: string }) => {
    const links = rig.agent.printed().split('connected to').length;
    rig.proxy.aim(instance.url);
    rig.proxy.cut();
    rig.proxy.mend();
    await rig.agent.says('connected to', links);
  };
  /** A new instance that has the link, to be killed. */
  const newHolder = async () => {
    const holder = await rig.join();
    await moveTo(holder);
    return holder;
  };

  /** Counts up, a number every 50 ms; each start leaves a line in a file. */
  const counting = (to: number) =>
    `echo x >>${rig.agent.home}/runs; i=0; while [ $i -lt ${to} ]; do i=$((i+1)); echo $i; sleep 0.05; done; exit 7`;
  const counted = (to: number) => ({
    stdout: Array.from({ length: to }, (_, index) => `${index + 1}\n`).join(''),
    exit_code: 7,
    status: 'done',
  });
  const runs = () => readFileSync(`${rig.agent.home}/runs`, 'utf8');
  const begun = () => vi.waitFor(() => expect(runs()).toBe('x\n'), SOON);
  const lastStatus = async () => {
    const { near, session } = rig;
    const path = '/synapse/executions?limit=1';
    const { body } = await near.call<{ entries: { status: string }[] }>('GET', path, { token: session });
    return body.entries[0]!.status;
  };

  it('the one that holds the link is killed: the agent comes back to the one that waits, and nothing is lost', async () => {
    const holder = await newHolder();
    const running = rig.exec(rig.near, counting(60), { timeout_seconds: 60 });
    await begun();
    rig.proxy.aim(rig.near.url);
    await holder.kill('SIGKILL');
    expect((await running).body).toMatchObject(counted(60));
    expect(runs()).toBe('x\n');
    await vi.waitFor(async () => expect(await rig.look(rig.inside)).toMatchObject({ connected: true }), SOON);
  });

  it('the one that holds the link is killed: the agent comes back to a third one, and nothing is lost', async () => {
    const holder = await newHolder();
    const commands = [rig.exec(rig.near, counting(60), { timeout_seconds: 60 })];
    await begun();
    commands.push(rig.exec(rig.inside, `sleep ${nap(3)}; echo mine; exit 7`));
    await vi.waitFor(async () => expect(await sleeping(3)).not.toEqual([]), SOON);
    rig.proxy.aim(rig.inside.url);
    await holder.kill('SIGKILL');
    const [theirs, own] = await Promise.all(commands);
    expect(theirs!.body).toMatchObject(counted(60));
    expect(own!.body).toMatchObject({ stdout: 'mine\n', exit_code: 7 });
    expect(runs()).toBe('x\n');
    expect((await rig.exec(rig.near, 'echo again')).body).toMatchObject({ stdout: 'again\n' });
  });

  it('the one that holds the link is killed, and the agent does not come back: interrupted at the deadline', async () => {
    const holder = await newHolder();
    const running = rig.exec(rig.near, `echo before; sleep ${nap(1300)}`, { timeout_seconds: 12 });
    await vi.waitFor(async () => expect(await sleeping(1300)).toHaveLength(1), SOON);
    rig.proxy.cut();
    await holder.kill('SIGKILL');
    const { status, body } = await running;
    expect([status, body.code]).toEqual([502, 'execution_lost']);
    expect(await lastStatus()).toBe('interrupted');
    // Without the service, the agent kills what is past its time.
    await vi.waitFor(async () => expect(await sleeping(1300)).toEqual([]), SOON);
    await vi.waitFor(async () => expect(await rig.look(rig.near)).toMatchObject({ connected: false }), SOON);
    await moveTo(rig.far);
  });

  it('the one that waits is killed: its command is killed by the agent, and the entry says so', async () => {
    const other = await rig.join();
    const lost = rig.exec(other, `sleep ${nap(1301)}`, { timeout_seconds: 300 }).catch(() => 'cut');
    await vi.waitFor(async () => expect(await sleeping(1301)).toHaveLength(1), SOON);
    await other.kill('SIGKILL');
    expect(await lost).toBe('cut');
    await vi.waitFor(async () => expect(await sleeping(1301)).toEqual([]), SOON);
    await vi.waitFor(async () => expect(await lastStatus()).toBe('interrupted'), SOON);
    expect((await rig.exec(rig.near, 'echo still')).body).toMatchObject({ stdout: 'still\n' });
  });

  it('the link is cut and comes back to the same one: nothing is lost', async () => {
    await moveTo(rig.far);
    const running = rig.exec(rig.near, counting(40), { timeout_seconds: 60 });
    await begun();
    rig.proxy.cut();
    rig.proxy.mend();
    expect((await running).body).toMatchObject(counted(40));
    expect(runs()).toBe('x\n');
  });

  it('a command that was given up while the link was cut is killed when the agent comes back, wherever to', async () => {
    const running = rig.exec(rig.near, `sleep ${nap(1302)}`, { timeout_seconds: 300, wait_seconds: 0 });
    await vi.waitFor(async () => expect(await sleeping(1302)).toHaveLength(1), SOON);
    const { execution_id } = (await running).body;
    rig.proxy.cut();
    await vi.waitFor(async () => expect(await rig.look(rig.far)).toMatchObject({ connected: false }), SOON);
    await rig.near.call('POST', `/synapse/executions/${execution_id}/cancel`, { token: rig.session });
    await vi.waitFor(async () => expect(await lastStatus()).not.toBe('running'), SOON);
    expect(await sleeping(1302)).toHaveLength(1);
    rig.proxy.aim(rig.inside.url);
    rig.proxy.mend();
    await vi.waitFor(async () => expect(await sleeping(1302)).toEqual([]), SOON);
  });

  it('NATS is away for a while in the middle of a command: its output comes whole, a little later', async () => {
    await moveTo(rig.far);
    const running = rig.exec(rig.near, counting(100), { timeout_seconds: 60 });
    await begun();
    await rig.nats.kill();
    await vi.waitFor(async () => {
      expect((await rig.near.call('GET', '/readyz')).body).toMatchObject({ status: 'degraded' });
    }, SOON);
    expect((await rig.exec(rig.far, 'echo over its own link')).body).toMatchObject({ exit_code: 0 });
    await rig.nats.restart();
    expect((await running).body).toMatchObject(counted(100));
    expect(runs()).toBe('x\n');
  });
});
