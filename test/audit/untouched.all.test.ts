import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { administer } from '../../packages/server/src/admin/administer.ts';
import { startInstance } from '../instance.ts';
import { startService } from '../service.ts';
import { anyTable, openWorld, type Verdict, type World } from './world.ts';

const root = mkdtempSync(join(tmpdir(), 'synapse-untouched-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const context = (env: Record<string, string>) => ({ env, clock: Date.now, onProgress: () => undefined });
const offline = async (env: Record<string, string>): Promise<Verdict> =>
  (await administer({ verb: 'audit-verify' }, context(env))) as Verdict;
const INTACT = { state: 'intact', findings: [], unknown: [] };

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`untouched on ${dialect}`, () => {
    let world: World;
    beforeEach(async () => {
      world = await openWorld(dialect);
    });
    afterEach(() => world.stop());

    it('while commands come, and with users that are disabled or gone', async () => {
      const [ada, bob, gone] = [await world.newUser(), await world.newUser(), await world.newUser()];
      await world.exec(gone);
      const admin = await world.service.login();
      await world.service.call('PATCH', `/admin/users/${bob.id}`, { token: admin, body: { plan: 'pro' } });
      let running = true;
      const go = join(root, `${dialect}.go`);
      const commands = Promise.all([
        // The last one lasts until the log has been looked at twice.
        ...Array.from({ length: 8 }, (_, at) =>
          world.exec(ada, at < 7 ? `echo ${at}` : `until [ -e ${go} ]; do sleep 0.02; done`),
        ),
        ...Array.from({ length: 8 }, () => world.exec(bob)),
      ]).finally(() => {
        running = false;
      });
      let looked = 0;
      do {
        expect(await world.online(ada)).toMatchObject(INTACT);
        expect(await world.offline()).toMatchObject(INTACT);
        if (++looked === 2) writeFileSync(go, '');
      } while (running);
      await commands;
      await world.service.call('PATCH', `/admin/users/${bob.id}`, { token: admin, body: { disabled: true } });
      await world.service.call('DELETE', `/admin/users/${gone.id}`, { token: admin });
      // Three of them are what the administrator did: two changes of accounts, and one removed.
      expect(await world.offline()).toMatchObject({ ...INTACT, entries: 20 });
    });

    it('after a backup that was made while commands came, restored elsewhere', async () => {
      const ada = await world.newUser();
      await world.exec(ada);
      await world.signedOff();
      const file = join(root, `${dialect}.backup`);
      const passphrase = 'a passphrase of some length';
      const commands = Array.from({ length: 12 }, () => world.exec(ada));
      const backup = administer({ verb: 'backup', file, passphrase, master_key: true }, context(world.env));
      await Promise.all([backup, ...commands]);
      await world.signedOff();
      const env = { SYNAPSE_DATA_DIR: join(root, `${dialect}-restored`) };
      await administer({ verb: 'restore', file, passphrase }, context(env));
      expect(await offline(env)).toMatchObject(INTACT);
      const second = await startService(env);
      try {
        const token = await second.login(ada.username, ada.password);
        const verdict = await second.call<Verdict>('GET', '/synapse/audit/verify', { token });
        expect(verdict.body).toMatchObject(INTACT);
        expect(verdict.body.entries).toBeGreaterThan(0);
      } finally {
        await second.stop();
      }
      expect(await offline(env)).toMatchObject(INTACT);
    });

    it('a tail that is cut before the next checkpoint shows at once, and goes on to show', async () => {
      const ada = await world.newUser();
      await world.exec(ada);
      await world.signedOff();
      const [before] = await world.rows('audit_heads');
      await world.exec(ada, 'echo secret deed');
      await world.disarm();
      const db = anyTable(world.database);
      await db.deleteFrom('audit_entries').where('seq', '=', 2).execute();
      await db.updateTable('audit_heads').set(before!).execute();
      // By what the service remembers and, if that was signed in the meantime, by the file.
      const problems = new Set((await world.online(ada)).findings.map(({ problem }) => problem));
      expect([...problems]).toEqual(['guards_removed', 'truncated']);
      await expect.poll(async () => (await world.offline()).findings.at(-1)?.problem).toBe('truncated');
      // Writing on after it does not repair it.
      await world.exec(ada, 'echo innocent');
      await world.exec(ada, 'echo innocent');
      const found = ['guards_removed', 'checkpoint_differs', 'head_changed'];
      expect((await world.online(ada)).findings.map(({ problem }) => problem)).toEqual(found);
      expect((await world.offline()).findings.map(({ problem }) => problem)).toEqual(found);
    });
  });
}

describe('a crash', () => {
  it.each(['sqlite', 'postgres'] as const)(
    'between commit and checkpoint leaves the log intact, on %s',
    async (dialect) => {
      const empty = await openWorld(dialect);
      await empty.service.stop();
      const { env } = empty;
      let instance = await startInstance(env);
      const account = await instance.newUser();
      const run = () => instance.tool(account.token, 'synapse_exec', { machine: 'local', command: 'true' });
      // The administrator's log has one that tells of the new account.
      for (let each = 1; each <= 2; each++) {
        expect((await run()).result).toMatchObject({ exit_code: 0 });
        await instance.kill('SIGKILL');
        // Also a line that was being written.
        if (each === 1) appendFileSync(empty.file, readFileSync(empty.file, 'utf8').slice(0, 70));
        expect(await offline(env)).toMatchObject({ ...INTACT, entries: each + 1 });
        instance = await startInstance(env);
        expect(await offline(env)).toMatchObject({ ...INTACT, entries: each + 1 });
      }
      await instance.kill('SIGTERM');
      expect(await offline(env)).toMatchObject({ ...INTACT, entries: 3 });
      expect(existsSync(empty.file)).toBe(true);
      await empty.stop().catch(() => undefined);
    },
  );
});

describe('several instances on one database', () => {
  it('each has checkpoints of its own, and each finds the log intact', async () => {
    const first = await openWorld('postgres');
    const env = { ...first.env, SYNAPSE_DATA_DIR: join(root, 'second-instance') };
    cpSync(join(first.env.SYNAPSE_DATA_DIR!, 'master.key'), join(env.SYNAPSE_DATA_DIR, 'master.key'));
    const second = await startService(env);
    const ada = await first.newUser();
    const elsewhere = async () =>
      (await second.call<Verdict>('GET', '/synapse/audit/verify', { token: ada.session })).body;
    await first.exec(ada);
    await second.call('POST', '/synapse/exec', { token: ada.session, body: { machine: 'local', command: 'true' } });
    await first.exec(ada);
    for (const verify of [() => first.online(ada), elsewhere])
      expect(await verify()).toMatchObject({ ...INTACT, entries: 3 });
    await first.service.stop();
    expect(await offline(first.env)).toMatchObject(INTACT);
    expect(await elsewhere()).toMatchObject({ ...INTACT, entries: 3 });
    await second.stop();
    for (const each of [first.env, env]) expect(await offline(each)).toMatchObject({ ...INTACT, entries: 3 });
    // Without any checkpoints nothing can be known of the tail.
    const nowhere = { ...first.env, SYNAPSE_DATA_DIR: join(root, 'no-instance') };
    cpSync(join(env.SYNAPSE_DATA_DIR, 'master.key'), join(nowhere.SYNAPSE_DATA_DIR, 'master.key'));
    expect(await offline(nowhere)).toMatchObject({ state: 'unknown', findings: [], unknown: ['no_checkpoints_here'] });
    await first.stop().catch(() => undefined);
  });
});
