/** One of several instances is killed, NATS is away, all are stopped: nothing is left running, nothing is lost. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFolderArchive } from '../../packages/server/src/audit/archive/folder-archive.ts';
import { createCheckpoints } from '../../packages/server/src/audit/checkpoints.ts';
import { verifyAudit } from '../../packages/server/src/audit/verify.ts';
import { openDatabase } from '../../packages/server/src/db/open.ts';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { masterKey } from '../../packages/server/src/vault/cipher.ts';
import { loadInstanceKeys } from '../../packages/server/src/vault/instance-keys.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import type { Instance } from '../instance.ts';
import { dead, exec, intact, type Pair, startLong, startPair } from './pair.ts';

describeEngine(await locate('nats', findNats), 'two instances in trouble', (root) => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair(root());
  });
  afterAll(() => pair?.stop());

  const readyz = async (instance: Instance) => {
    const { status, body } = await instance.call('GET', '/readyz');
    return [status, body];
  };

  it('close as interrupted what an instance that was killed left running, and nothing of the living', async () => {
    const account = await pair.a.newUser();
    const crashing = await pair.join();
    const living = await startLong(pair.scratch, pair.a, account);
    const orphan = await startLong(pair.scratch, crashing, account, 'echo before the crash');
    await crashing.kill('SIGKILL');
    const status = async ({ id }: { id: string }) =>
      (await pair.b.tool(account.token, 'synapse_get_execution', { execution_id: id })).result.status;
    await expect.poll(() => status(orphan), { interval: 250 }).toBe('interrupted');
    expect(await status(living)).toBe('running');
    // Nobody is left to hold its input open, so the watchdog beside it has killed the tree.
    await dead(orphan.pid);
    await pair.b.tool(account.token, 'synapse_cancel_execution', { execution_id: living.id });
    await intact(pair.a, account, 2);
    await intact(pair.b, account, 2);
  });

  it('tell how a command ended by itself while its instance was frozen, once that wakes up', async () => {
    const account = await pair.a.newUser();
    const frozen = await pair.join({ SYNAPSE_INSTANCE_DEAD_SECONDS: '3' });
    const [begun, go] = ['begun', 'go'].map((name) => join(pair.scratch, `frozen-${name}`)) as [string, string];
    const command = `touch ${begun}; until [ -e ${go} ]; do sleep 0.05; done; echo ended; exit 6`;
    const { result } = await exec(frozen, account, command, { wait_seconds: 0 });
    await expect.poll(() => existsSync(begun)).toBe(true);
    frozen.child.kill('SIGSTOP');
    writeFileSync(go, '');
    const told = async () =>
      (await pair.b.tool(account.token, 'synapse_get_execution', { execution_id: result.execution_id })).result;
    await expect.poll(told, { interval: 250 }).toMatchObject({ status: 'interrupted', exit_code: null });
    frozen.child.kill('SIGCONT');
    await expect.poll(told, { interval: 250 }).toMatchObject({ status: 'done', exit_code: 6 });
    expect(frozen.stderr()).toContain('lease lost');
    await intact(pair.b, account, 2);
    await frozen.kill('SIGTERM');
  });

  it('serve on while NATS is away, say so, and are joined again when it is back', async () => {
    const account = await pair.a.newUser();
    const { id, pid } = await startLong(pair.scratch, pair.a, account, 'echo here');
    expect(await readyz(pair.a)).toEqual([200, { status: 'ok' }]);
    await pair.nats.kill();
    for (const instance of [pair.a, pair.b]) {
      await expect.poll(() => readyz(instance)).toEqual([200, { status: 'degraded', reason: 'nats' }]);
    }
    expect((await exec(pair.b, account, 'echo alone')).result.stdout).toBe('alone\n');
    expect((await pair.a.tool(account.token, 'synapse_get_output', { execution_id: id })).result.text).toBe('here\n');
    const refused = await pair.b.tool(account.token, 'synapse_get_output', { execution_id: id });
    expect(refused).toMatchObject({ status: 503, code: 'not_ready' });
    expect(refused.headers.get('retry-after')).toBe('2');
    const known = await pair.b.tool(account.token, 'synapse_get_execution', { execution_id: id });
    expect(known.result).toMatchObject({ status: 'running', exit_code: null });
    // One that starts meanwhile serves, too, and says what is missing, without the password.
    const late = await pair.join({ SYNAPSE_NATS_URL: pair.nats.url.replace('//', '//me:my-password@') });
    expect(await readyz(late)).toEqual([200, { status: 'degraded', reason: 'nats' }]);
    expect((await exec(late, account, 'echo late')).result.stdout).toBe('late\n');
    expect(late.stderr()).toMatch(/NATS at 127.0.0.1:\d+ cannot be joined/);
    expect(late.stderr()).not.toContain('my-password');
    await pair.nats.restart();
    for (const instance of [pair.a, pair.b, late]) {
      await expect.poll(() => readyz(instance)).toEqual([200, { status: 'ok' }]);
    }
    const cancelled = await late.tool(account.token, 'synapse_cancel_execution', { execution_id: id });
    expect(cancelled.result).toMatchObject({ status: 'cancelled', stdout: 'here\n' });
    await dead(pid);
  });

  it('stop each other’s commands while NATS is away: one that is cancelled, and those of a token that is revoked', async () => {
    const account = await pair.a.newUser();
    const [first, second, third] = await Promise.all(
      Array.from({ length: 3 }, () => startLong(pair.scratch, pair.a, account)),
    );
    await pair.nats.kill();
    for (const instance of [pair.a, pair.b]) {
      await expect.poll(() => readyz(instance)).toEqual([200, { status: 'degraded', reason: 'nats' }]);
    }
    const cancelled = await pair.b.tool(account.token, 'synapse_cancel_execution', { execution_id: first!.id });
    expect(cancelled.result).toMatchObject({ status: 'cancelled', exit_code: 137 });
    await dead(first!.pid);
    // Neither of the others was meant.
    const status = async ({ id }: { id: string }) =>
      (await pair.database.query('select status from audit_entries where execution_id = $1', [id])).rows[0].status;
    expect([await status(second!), await status(third!)]).toEqual(['running', 'running']);
    const revoked = await pair.b.call('POST', `/tda/ai/tokens/emergency-revoke?token=${account.token}`);
    expect(revoked.status).toBe(200);
    for (const one of [second!, third!]) {
      await dead(one.pid);
      await expect.poll(() => status(one)).toBe('cancelled');
    }
    await pair.nats.restart();
    for (const instance of [pair.a, pair.b]) {
      await expect.poll(() => readyz(instance)).toEqual([200, { status: 'ok' }]);
    }
  });

  it('stop cleanly, with NATS away too, and leave checkpoints that hold, each of their own', async () => {
    const account = await pair.a.newUser();
    await exec(pair.a, account, 'true');
    await pair.nats.kill();
    expect(await pair.a.kill('SIGTERM')).toBe(0);
    await exec(pair.b, account, 'true');
    expect(await pair.b.kill('SIGTERM')).toBe(0);

    const opened = openDatabase({ databaseUrl: pair.env.SYNAPSE_DATABASE_URL!, dataDir: pair.scratch });
    const keys = await loadInstanceKeys(opened, masterKey(Buffer.from(pair.env.SYNAPSE_MASTER_KEY!, 'base64')));
    for (const instance of [pair.a, pair.b]) {
      const checkpoints = createCheckpoints(opened, instance.dataDir, keys);
      const { reading } = await checkpoints.state();
      expect(reading).toMatchObject({ forged: 0, gaps: 0 });
      const seqs = reading!.marks.filter(({ workspace_id }) => workspace_id === account.id).map(({ seq }) => seq);
      expect(seqs[0]).toBeGreaterThanOrEqual(1);
      const archive = createFolderArchive(join(instance.dataDir, 'audit-archive'), instance.dataDir);
      const verdict = await verifyAudit(opened, {
        keys,
        workspaceId: personalWorkspaceId(account.id),
        checkpoints,
        archive,
        now: Date.now(),
      });
      expect(verdict).toMatchObject({ state: 'intact', entries: 2, findings: [], unknown: [] });
    }
    const { rows: left } = await pair.database.query("select status from audit_entries where status = 'running'");
    expect(left).toEqual([]);
    await opened.close();
  });
});
