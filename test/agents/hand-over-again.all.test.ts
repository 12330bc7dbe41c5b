/** A command that is handed over again, stopped or given up while nobody has it, and shown to somebody all the while. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCli } from '../cli/run-cli.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import { isGone } from '../engines/supervise.ts';
import { ADMIN_PASSWORD, type Instance } from '../instance.ts';
import { holdGifts } from './hand-over-hold.ts';
import { type HandOverRig, LATE, startHandOverRig } from './hand-over-rig.ts';
import { startLinkProxy } from './link-proxy.ts';

const nats = await locate('nats', findNats);

/** What an instance has counted. */
async function counted(instance: Instance, outcome: string): Promise<number> {
  const metrics = await (await fetch(`${instance.url}/metrics`)).text();
  return Number(new RegExp(`^synapse_hand_overs_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0);
}

/** One line after the other until the gate is open; then how many there were. */
const counting = (gate: string): string =>
  `i=0; while [ ! -e ${gate} ]; do i=$((i + 1)); echo "line $i"; sleep 0.05; done; echo "of $i"`;
function expectWhole(printed: string): void {
  const last = Number(/of (\d+)\n$/.exec(printed)?.[1]);
  const lines = Array.from({ length: last }, (_, at) => `line ${at + 1}\n`);
  expect(printed).toBe(`${lines.join('')}of ${last}\n`);
}

describeEngine(nats, 'a command that is handed over', (root) => {
  let rig: HandOverRig;
  /** The one that stays. */
  let heir: Instance;
  beforeAll(async () => {
    rig = await startHandOverRig(root(), 120);
    heir = rig.first;
  });
  afterAll(() => rig?.stop());

  const token = () => ({ token: rig.session });
  const leaver = async () => {
    const instance = await rig.join();
    await rig.linkTo(instance);
    return instance;
  };
  const stop = async (instance: Instance) => {
    rig.proxy.aim(heir.url);
    expect(await instance.kill('SIGTERM')).toBe(0);
  };

  it('goes on at a third instance when its heir stops, too', async () => {
    const instance = await leaver();
    const { id, pid, open } = await rig.begin(instance, counting);
    await stop(instance);
    expect(await rig.ownerOf(id)).toBe(await rig.idOf(heir));
    await expect.poll(() => counted(heir, 'taken'), LATE).toBe(1);
    const before = heir;
    heir = await rig.join();
    await rig.linkTo(before);
    await stop(before);
    expect(await rig.ownerOf(id)).toBe(await rig.idOf(heir));
    await expect.poll(() => counted(heir, 'taken'), LATE).toBe(1);
    expect(await isGone(pid)).toBe(false);
    open();
    expect(await rig.ended(heir, id)).toMatchObject({ status: 'done', exit_code: 0 });
    expectWhole(await rig.printed(heir, id, 'stdout'));
    await rig.intact(heir);
  });

  it('is stopped by its heir if somebody wanted that while nobody had it', async () => {
    const instance = await leaver();
    const third = await rig.join();
    const { id, pid } = await rig.begin(instance, () => 'echo begun; sleep 900');
    const held = await holdGifts(rig.database);
    // So that it does not come forward.
    third.child.kill('SIGSTOP');
    const stopped = stop(instance);
    await held.reached();
    heir.child.kill('SIGSTOP');
    third.child.kill('SIGCONT');
    await held.release();
    await expect.poll(held.heir, LATE).toBeDefined();
    expect(await rig.ownerOf(id)).toBe(await held.heir());
    const cancelled = third.call('POST', `/synapse/executions/${id}/cancel`, token());
    const wish = () => rig.database.query('select cancelled from hand_overs where execution_id = $1', [id]);
    await expect.poll(async () => (await wish()).rows[0]?.cancelled, LATE).toBe(1);
    expect(await isGone(pid)).toBe(false);
    heir.child.kill('SIGCONT');
    expect((await cancelled).status).toBe(200);
    const { status, stdout } = await rig.ended(heir, id);
    // Interrupted: the link of the one that stopped was gone, and the agent took very long to connect again.
    expect(['cancelled', 'interrupted']).toContain(status);
    expect(stdout).toBe('begun\n');
    await expect.poll(() => isGone(pid), LATE).toBe(true);
    await stopped;
    await third.remove();
    await rig.intact(heir);
  });

  it('is shown to whoever connects again, without a line twice or missing', async () => {
    const instance = await leaver();
    const { id, open } = await rig.begin(instance, counting);
    const live = (at: Instance) => at.call<string>('GET', `/synapse/executions/${id}/stream`, token());
    const atTheLeaver = live(instance);
    await expect.poll(async () => (await rig.result(instance, id, 0)).stdout, LATE).toContain('line 3\n');
    await stop(instance);
    // It was cut, and did not end.
    const { body: first } = await atTheLeaver;
    expect(textOf(first)).toMatch(/^line 1\nline 2\n/);
    expect(first).not.toContain('event: end');
    const atTheHeir = live(heir);
    open();
    const { body: second } = await atTheHeir;
    expectWhole(textOf(second));
    expect(second).toContain('event: end');
    expect(second).toContain('"status":"done","exit_code":0');
    await rig.intact(heir);
  });

  it('is shown by the command line to its end, each line once', async () => {
    const instance = await leaver();
    const balancer = await startLinkProxy(instance.url);
    const cli = createCli(balancer.url);
    const account = { SYNAPSE_USERNAME: 'admin', SYNAPSE_PASSWORD: ADMIN_PASSWORD };
    const { command, open, begun } = rig.gated(counting);
    const shown = cli.run('exec', ['laptop', '--cwd', '/', '--', command], { env: account });
    const early = shown.then((result) => Promise.reject(new Error(JSON.stringify(result))));
    await Promise.race([begun(), early]);
    early.catch(() => undefined);
    balancer.aim(heir.url);
    await stop(instance);
    open();
    const { code, stdout, stderr } = await shown;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expectWhole(stdout);
    await balancer.stop();
    cli.remove();
    await rig.intact(heir);
  });
});

describeEngine(nats, 'a command whose heir is frozen', (root) => {
  let rig: HandOverRig;
  beforeAll(async () => {
    rig = await startHandOverRig(root());
  });
  afterAll(() => rig?.stop());

  it('is interrupted like any other, once, whatever the heir does when it is back', async () => {
    const heir = rig.first;
    const instance = await rig.join();
    await rig.linkTo(instance);
    const { id, pid, answer } = await rig.begin(instance, () => 'echo begun; sleep 900');
    const held = await holdGifts(rig.database);
    const stopped = instance.kill('SIGTERM');
    await held.reached();
    heir.child.kill('SIGSTOP');
    await held.release();
    expect(await stopped).toBe(0);
    expect((await answer).body).toMatchObject({ status: 'running', execution_id: id });
    expect(await rig.ownerOf(id)).toBe(await held.heir());
    const survivor = await rig.join();
    rig.proxy.aim(survivor.url);
    expect(await rig.ended(survivor, id)).toMatchObject({ status: 'interrupted', exit_code: null });
    await expect.poll(() => isGone(pid), LATE).toBe(true);
    const closed = () => rig.database.query('select * from audit_entries where execution_id = $1', [id]);
    const { rows } = await closed();
    heir.child.kill('SIGCONT');
    await expect.poll(async () => (await heir.call('GET', '/readyz')).status, LATE).toBe(200);
    await expect.poll(async () => (await rig.database.query('select * from hand_overs')).rowCount, LATE).toBe(0);
    expect(await counted(heir, 'taken')).toBe(0);
    expect((await closed()).rows).toEqual(rows);
    const { rows: about } = await rig.database.query('select 1 from audit_entries where reconciles = $1', [id]);
    expect(about).toEqual([]);
    for (const one of [heir, survivor]) expect(await rig.result(one, id, 0)).toMatchObject({ status: 'interrupted' });
    await rig.intact(survivor);
  });
});

/** What a stream of events has told of standard output. */
function textOf(events: string): string {
  const told = [...events.matchAll(/^event: output\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data!));
  return told.flatMap(({ stream, text }) => (stream === 'stdout' ? [text] : [])).join('');
}
