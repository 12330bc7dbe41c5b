/** An instance that stops while commands run on an agent: another one goes on with them. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import { isGone } from '../engines/supervise.ts';
import type { Instance } from '../instance.ts';
import { type HandOverRig, LATE, startHandOverRig, until } from './hand-over-rig.ts';

const nats = await locate('nats', findNats);

describeEngine(nats, 'an instance that stops, and another one', (root) => {
  let rig: HandOverRig;
  let heir: Instance;
  beforeAll(async () => {
    rig = await startHandOverRig(root());
    heir = rig.first;
  });
  afterAll(() => rig?.stop());

  const token = () => ({ token: rig.session });
  /** One that will be stopped, with the agent's link where it is said to be. */
  const leaver = async (link: 'at the leaver' | 'at the heir') => {
    const instance = await rig.join();
    await rig.linkTo(link === 'at the leaver' ? instance : heir);
    return instance;
  };
  /** New links go to the heir, as a balancer would see to. */
  const stop = async (instance: Instance) => {
    rig.proxy.aim(heir.url);
    expect(await instance.kill('SIGTERM')).toBe(0);
  };
  const intact = () => rig.intact(heir);
  const printed = (id: string, stream: 'stdout' | 'stderr') => rig.printed(heir, id, stream);
  const ended = (id: string) => rig.ended(heir, id);

  it.each(['at the leaver', 'at the heir'] as const)('hands on what prints, whole, with the link %s', async (link) => {
    const instance = await leaver(link);
    const more = 'seq $((i + 1)) $((i + 500)); i=$((i + 500)); echo "e$i" >&2';
    const { id, pid, answer, open } = await rig.begin(
      instance,
      (gate) =>
        `i=0; while [ ! -e ${gate} ]; do [ $i -lt 500000 ] && { ${more}; }; sleep 0.02; done; ${more}; echo "end $i"; exit 7`,
    );
    expect(await rig.ownerOf(id)).toBe(await rig.idOf(instance));
    await stop(instance);
    // Whoever waited is told that it runs, and under which name it is found.
    expect(await answer).toMatchObject({ status: 200, body: { status: 'running', execution_id: id, success: false } });
    expect(await isGone(pid)).toBe(false);
    expect(await rig.ownerOf(id)).toBe(await rig.idOf(heir));
    open();
    expect(await ended(id)).toMatchObject({ status: 'done', exit_code: 7, execution_id: id });
    const stdout = await printed(id, 'stdout');
    const last = Number(/end (\d+)\n$/.exec(stdout)?.[1]);
    const numbers = Array.from({ length: last }, (_, at) => `${at + 1}\n`);
    expect(stdout === `${numbers.join('')}end ${last}\n`, 'stdout, byte for byte').toBe(true);
    const errors = Array.from({ length: last / 500 }, (_, at) => `e${(at + 1) * 500}\n`);
    expect(await printed(id, 'stderr')).toBe(errors.join(''));
    const { rows } = await rig.database.query('select stdout_bytes from audit_entries where execution_id = $1', [id]);
    expect(Number(rows[0].stdout_bytes)).toBe(stdout.length);
    await intact();
  });

  it('hands on what it holds back, sealed: a secret that is printed half here and half there is none', async () => {
    const value = `canary-${randomBytes(12).toString('hex')}`;
    const stored = await heir.call('PUT', '/synapse/secrets/CANARY', { ...token(), body: { value } });
    expect(stored.status).toBeLessThan(300);
    await rig.database.query(`create table seen (sealed bytea);
      create function note_seen() returns trigger language plpgsql as
        $$ begin insert into seen values (new.sealed); return null; end $$;
      create trigger note_seen after update on hand_overs for each row execute function note_seen()`);
    const instance = await leaver('at the leaver');
    const { id, answer, open } = await rig.begin(
      instance,
      (gate) =>
        `v={{CANARY}}; printf 'one %s two ' "$v"; printf %.15s "$v"; ${until(gate)}; printf '%s three' "\${v#???????????????}"`,
    );
    await expect.poll(async () => (await rig.result(instance, id, 0)).stdout).toBe('one {{CANARY}} two ');
    await stop(instance);
    expect((await answer).body).toMatchObject({ status: 'running', stdout: 'one {{CANARY}} two ' });
    expect((await rig.result(heir, id, 0)).stdout).toBe('one {{CANARY}} two ');
    open();
    expect(await ended(id)).toMatchObject({
      ...{ status: 'done', exit_code: 0, stdout: 'one {{CANARY}} two {{CANARY}} three' },
    });
    const seen = (await rig.database.query('select sealed from seen where sealed is not null')).rows;
    expect(seen).toHaveLength(1);
    for (const word of [value, value.slice(0, 15), 'CANARY', 'laptop'])
      expect(seen[0].sealed.includes(word)).toBe(false);
    await rig.database.query('drop trigger note_seen on hand_overs');
    await intact();
  });

  it('hands on its deadline', async () => {
    const instance = await leaver('at the leaver');
    const { id, pid } = await rig.begin(instance, () => 'echo begun; sleep 900', { timeout_seconds: 60 });
    await stop(instance);
    expect(await rig.ownerOf(id)).toBe(await rig.idOf(heir));
    expect(await ended(id)).toMatchObject({ status: 'timeout', exit_code: 124, stdout: 'begun\n' });
    await expect.poll(() => isGone(pid)).toBe(true);
    await intact();
  });

  it('leaves it to be cancelled, at any instance', async () => {
    const instance = await leaver('at the leaver');
    const { id, pid } = await rig.begin(instance, () => 'echo begun; sleep 900');
    await stop(instance);
    expect(await rig.ownerOf(id)).toBe(await rig.idOf(heir));
    const third = await rig.join();
    await third.call('POST', `/synapse/executions/${id}/cancel`, token());
    expect(await ended(id)).toMatchObject({ status: 'cancelled', exit_code: 137 });
    await expect.poll(() => isGone(pid)).toBe(true);
    await third.remove();
    await intact();
  });

  it('leaves it to a freeze', async () => {
    const instance = await leaver('at the heir');
    const { id, pid } = await rig.begin(instance, () => 'echo begun; sleep 900');
    await stop(instance);
    expect(await rig.ownerOf(id)).toBe(await rig.idOf(heir));
    const frozen = await heir.created<{ id: string }>('/synapse/freeze', rig.session, { machine: 'laptop' });
    expect(await ended(id)).toMatchObject({ status: 'cancelled', refusal: { code: 'frozen' } });
    await expect.poll(() => isGone(pid)).toBe(true);
    expect((await heir.call('DELETE', `/synapse/freeze/${frozen.id}`, token())).status).toBe(204);
    await intact();
  });

  it('leaves its key: who sends the order again gets the same execution, and its end', async () => {
    const instance = await leaver('at the leaver');
    const key = `key-${randomBytes(6).toString('hex')}`;
    const { id, order, answer, open } = await rig.begin(instance, (gate) => `${until(gate)}; echo late; exit 3`, {
      idempotency_key: key,
    });
    await stop(instance);
    expect((await answer).body).toMatchObject({ status: 'running', execution_id: id });
    const again = heir.call('POST', '/synapse/exec', { ...token(), body: order });
    open();
    expect((await again).body).toMatchObject({ execution_id: id, status: 'done', exit_code: 3, stdout: 'late\n' });
    await intact();
  });

  it('kills as before what is one of many', async () => {
    const instance = await leaver('at the leaver');
    const { id, pid } = await rig.begin(instance, () => 'sleep 900', {}, '/synapse/exec-many');
    await stop(instance);
    await expect.poll(() => isGone(pid)).toBe(true);
    expect(await ended(id)).toMatchObject({ status: 'interrupted' });
    await intact();
  });

  it('is no loss to the log if its heir is killed, too', async () => {
    const other = await rig.join();
    const instance = await leaver('at the leaver');
    const { id, pid } = await rig.begin(instance, () => 'sleep 900');
    rig.proxy.aim(other.url);
    expect(await instance.kill('SIGTERM')).toBe(0);
    const taken = (await rig.ownerOf(id)) === (await rig.idOf(heir)) ? heir : other;
    const left = taken === heir ? other : heir;
    await taken.kill('SIGKILL');
    rig.proxy.aim(left.url);
    await expect.poll(async () => (await rig.result(left, id, 0)).status, LATE).toBe('interrupted');
    await expect.poll(() => isGone(pid), LATE).toBe(true);
    const { body } = await left.call('GET', '/synapse/audit/verify', token());
    expect(body).toMatchObject({ intact: true, findings: [] });
  });
});

describeEngine(nats, 'an instance that stops, alone', (root) => {
  let rig: HandOverRig;
  beforeAll(async () => {
    rig = await startHandOverRig(root());
  });
  afterAll(() => rig?.stop());

  it('kills what runs on the agent, and says so', async () => {
    const { id, pid, answer } = await rig.begin(rig.first, () => 'echo begun; sleep 900');
    expect(await rig.first.kill('SIGTERM')).toBe(0);
    expect((await answer).body).toMatchObject({ status: 'interrupted', execution_id: id });
    await expect.poll(() => isGone(pid)).toBe(true);
    const next = await rig.join();
    expect(await rig.result(next, id, 0)).toMatchObject({ status: 'interrupted' });
    expect((await rig.database.query('select execution_id from hand_overs')).rows).toEqual([]);
  });
});
