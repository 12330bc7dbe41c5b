/** A question whose instance is killed: it is answered on another one, and runs once; the log says which ran it, or that it was cut off. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import { type Pair, startPair } from '../instances/pair.ts';
import { approve, ask, entryOf, intact, leavesMark, listed, look, newOwner, type Owner } from './rig.ts';

describeEngine(await locate('nats', findNats), 'a question among several instances', (root) => {
  let pair: Pair;
  let owner: Owner;
  beforeAll(async () => {
    pair = await startPair(root(), { SYNAPSE_ALLOW_LOCAL: 'all' });
    owner = await newOwner(pair.a);
  });
  afterAll(() => pair?.stop());

  it('is told to the call that waits on another instance, which gets the result', async () => {
    const call = ask(pair.a, owner, 'echo from afar', { wait_seconds: 30 });
    await expect.poll(() => listed(pair.b, owner)).toHaveLength(1);
    const [{ id }] = await listed(pair.b, owner);
    const answers = await Promise.all([approve(pair.a, owner, id), approve(pair.b, owner, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await call).result).toMatchObject({ status: 'done', stdout: 'from afar\n' });
  });

  it('runs once when the instance that held the call is killed before it is approved', async () => {
    const c = await pair.join();
    const { command, runs } = leavesMark();
    const call = ask(c, owner, command, { wait_seconds: 50 }).catch(() => null);
    await expect.poll(() => listed(pair.b, owner)).toHaveLength(1);
    const [shown] = await listed(pair.b, owner);
    await c.kill('SIGKILL');
    await call;
    // Longer than an instance is taken for alive: what waits is not closed with it.
    await sleep(12_000);
    expect((await entryOf(pair.a, owner, shown.execution_id)).status).toBe('pending');
    const answers = await Promise.all([approve(pair.a, owner, shown.id), approve(pair.b, owner, shown.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await look(pair.a, owner, shown.execution_id)).toMatchObject({ status: 'done' });
    expect(runs()).toBe(1);
    expect(await entryOf(pair.b, owner, shown.execution_id)).toMatchObject({
      status: 'done',
      approval_id: shown.id,
      decided_by: owner.username,
    });
    await intact(pair.a, owner);
  });

  it('is interrupted, and never runs again, when the instance that runs it is killed', async () => {
    const c = await pair.join();
    const { command, runs } = leavesMark();
    const { result } = await ask(pair.a, owner, `${command}; sleep 60`, { timeout_seconds: 120 });
    expect((await approve(c, owner, result.approval.id)).status).toBe(200);
    await expect.poll(runs).toBe(1);
    await c.kill('SIGKILL');
    const status = async () => (await entryOf(pair.a, owner, result.execution_id)).status;
    await expect.poll(status).toBe('interrupted');
    expect((await approve(pair.b, owner, result.approval.id)).body.code).toBe('approval_decided');
    expect(runs()).toBe(1);
    await intact(pair.b, owner);
  });
});
