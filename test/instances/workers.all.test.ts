/** Several processes that serve as one, without NATS: through every one of them, and when one of them or their parent dies. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { isGone } from '../engines/supervise.ts';
import type { Account, Instance } from '../instance.ts';
import { failToStart } from '../server-process.ts';
import { type Door, doorTo, pidOf, startWorkers } from './worker-rig.ts';

let service: Instance;
let database: pg.Client;
let account: Account;
const scratch = mkdtempSync(join(tmpdir(), 'synapse-workers-'));
beforeAll(async () => {
  const url = await createPostgresDatabase();
  // A drain ends when the last command has ended: nothing here takes that long.
  service = await startWorkers(url, { SYNAPSE_DRAIN_SECONDS: '120' });
  database = new pg.Client({ connectionString: url });
  await database.connect();
  account = await service.newUser();
});
afterAll(async () => {
  await database?.end();
  await service?.remove();
  rmSync(scratch, { recursive: true, force: true });
});

const file = (name: string): string => join(scratch, name);
/** Writes its shell's number, and runs until there is a file that ends it. */
const untilTold = (name: string): string =>
  `echo so far; echo $$ > ${file(name)}.part; mv ${file(name)}.part ${file(name)}; while [ ! -e ${file(name)}.end ]; do sleep 0.1; done; echo done`;
const begun = async (name: string): Promise<number> => {
  await expect.poll(() => existsSync(file(name))).toBe(true);
  return Number(readFileSync(file(name), 'utf8'));
};
const dead = (pid: number) => expect.poll(() => isGone(pid)).toBe(true);

async function throughBoth<T>(work: (first: Door, second: Door) => Promise<T>): Promise<T> {
  const doors = [await doorTo(service, 1), await doorTo(service, 2)] as const;
  try {
    return await work(...doors);
  } finally {
    for (const door of doors) door.close();
  }
}

it('begin as one: an administrator, keys and tables are made once, and each is an instance of its own', async () => {
  expect(service.stdout().match(/Synapse is ready/g)).toHaveLength(1);
  expect(service.stdout().match(/listening on/g)).toHaveLength(1);
  const { rows: admins } = await database.query(`select username from users where username = 'admin'`);
  expect(admins).toHaveLength(1);
  const { rows: instances } = await database.query('select id from instances');
  expect(instances).toHaveLength(2);
});

it('run commands through every worker, into one chain', async () => {
  await throughBoth(async (first, second) => {
    for (const door of [first, second, first, second]) {
      expect(await door.exec(account, 'echo hello')).toMatchObject({ exit_code: 0, stdout: 'hello\n' });
    }
  });
  const { rows } = await database.query(
    'select instance_id, count(*)::int as commands from audit_entries where user_id = $1 group by 1',
    [account.id],
  );
  expect(rows.map(({ commands }) => commands)).toEqual([2, 2]);
  const { body } = await service.call('GET', '/synapse/audit/verify', { token: account.session });
  expect(body).toMatchObject({ intact: true, findings: [] });
  for (const own of ['.', 'worker-2']) {
    const checkpoints = join(service.dataDir, own, 'audit-checkpoints.jsonl');
    await expect.poll(() => existsSync(checkpoints)).toBe(true);
  }
});

it('show the output so far of a command that runs on another, and stop it, without NATS', async () => {
  await throughBoth(async (first, second) => {
    for (const [here, there, name] of [
      [first, second, 'seen-from-2'],
      [second, first, 'seen-from-1'],
    ] as const) {
      const { execution_id } = await here.exec(account, untilTold(name), { wait_seconds: 0 });
      const pid = await begun(name);
      const look = () => there.tool(account, 'synapse_get_execution', { execution_id });
      await expect.poll(async () => (await look()).stdout).toBe('so far\n');
      expect(await look()).toMatchObject({ status: 'running', exit_code: null });
      const cancelled = await there.tool(account, 'synapse_cancel_execution', { execution_id });
      expect(cancelled).toMatchObject({ status: 'cancelled', stdout: 'so far\n' });
      await dead(pid);
    }
  });
});

it('go on when one is killed, which is replaced', async () => {
  const killed = pidOf(service, 2);
  const kept = pidOf(service, 1);
  const open = await doorTo(service, 1);
  process.kill(killed, 'SIGKILL');
  await dead(killed);
  // On a connection to the other one, and on new ones.
  for (let call = 0; call < 5; call++) {
    expect(await open.exec(account, 'echo on')).toMatchObject({ exit_code: 0, stdout: 'on\n' });
    const door = await doorTo(service, null);
    expect((await door.tool(account, 'synapse_list_machines', {})).machines).toHaveLength(1);
    door.close();
  }
  open.close();
  await expect.poll(() => pidOf(service, 2)).not.toBe(killed);
  expect(pidOf(service, 1)).toBe(kept);
  await throughBoth(async (_first, second) => {
    expect(await second.exec(account, 'echo again')).toMatchObject({ exit_code: 0, stdout: 'again\n' });
  });
});

it('let running commands end when the service is told to stop, and end with 0', async () => {
  const workers = [pidOf(service, 1), pidOf(service, 2)];
  await throughBoth(async (first, second) => {
    const answers = [first.exec(account, untilTold('drain-1')), second.exec(account, untilTold('drain-2'))];
    await Promise.all([begun('drain-1'), begun('drain-2')]);
    const ended = service.kill('SIGTERM');
    await expect.poll(() => service.stderr().match(/"signal":"SIGTERM","msg":"stopping"/g)?.length).toBe(2);
    for (const name of ['drain-1', 'drain-2']) writeFileSync(`${file(name)}.end`, '');
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatchObject({ status: 'done', exit_code: 0, stdout: 'so far\ndone\n' });
    }
    expect(await ended).toBe(0);
  });
  for (const pid of workers) await dead(pid);
});

it('leave nobody behind when their parent is killed', async () => {
  const orphaned = await startWorkers(await createPostgresDatabase());
  const workers = [pidOf(orphaned, 1), pidOf(orphaned, 2)];
  const owner = await orphaned.newUser();
  const { result } = await orphaned.tool(owner.token, 'synapse_exec', {
    ...{ machine: 'local', command: untilTold('orphan'), wait_seconds: 0 },
  });
  expect(result.status).toBe('running');
  const pid = await begun('orphan');
  await orphaned.kill('SIGKILL');
  for (const one of [...workers, pid]) await dead(one);
  await orphaned.remove();
});

it('are refused where there is only an SQLite file, with the reason and what to do', async () => {
  const { code, stderr, stdout } = await failToStart({ SYNAPSE_WORKERS: '2', SYNAPSE_DATA_DIR: file('sqlite') });
  expect(code).toBe(1);
  expect(stderr).toContain('SYNAPSE_WORKERS above 1 needs PostgreSQL');
  expect(stderr).toContain('set SYNAPSE_DATABASE_URL, or leave SYNAPSE_WORKERS at 1');
  expect(stdout).toBe('');
  expect(existsSync(file('sqlite'))).toBe(false);
});

it('say why they cannot start, once, and end with 1', async () => {
  const { code, stderr } = await failToStart({
    ...{ SYNAPSE_WORKERS: '3', SYNAPSE_DATA_DIR: file('away') },
    SYNAPSE_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  });
  expect(code).toBe(1);
  expect(stderr.match(/The database is out of reach/g)).toHaveLength(1);
});
