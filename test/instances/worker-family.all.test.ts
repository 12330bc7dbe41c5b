/** What workers of one service owe each other: their figures in one scrape, their agents, and an end if one cannot start. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAgent } from '../agents/agent-process.ts';
import { startLinkProxy } from '../agents/link-proxy.ts';
import { createPostgresDatabase } from '../databases.ts';
import { isGone } from '../engines/supervise.ts';
import type { Account, Instance } from '../instance.ts';
import { removeAtEnd } from '../left-behind.ts';
import { doorTo, pidOf, startWorkers } from './worker-rig.ts';

/** Nobody is away here, only slow. */
const SLOW = { timeout: 120_000, interval: 250 };

let service: Instance;
let account: Account;
beforeAll(async () => {
  service = await startWorkers(await createPostgresDatabase());
  account = await service.newUser();
});
afterAll(() => service?.remove());

/** One scrape, over a connection of its own. */
async function scrape(): Promise<string> {
  const [answer] = (await once(get(`${service.url}/metrics`, { agent: false }), 'response')) as [IncomingMessage];
  return text(answer);
}
const value = (told: string, series: string): number | undefined => {
  const line = told.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};
const up = (told: string) => ['1', '2'].map((worker) => value(told, `synapse_worker_up{worker="${worker}"}`));

it('tell of all of them in one scrape, whichever is asked, and of one that is silent', async () => {
  let told = '';
  const look = async () => {
    told = await scrape();
    return up(told);
  };
  await expect.poll(look, SLOW).toEqual([1, 1]);
  for (const worker of ['1', '2']) {
    expect(value(told, `synapse_lease_held{worker="${worker}"}`)).toBe(1);
    expect(value(told, `process_start_time_seconds{worker="${worker}"}`)).toBeGreaterThan(0);
  }
  expect(told.match(/^# HELP synapse_lease_held /gm)).toHaveLength(1);
  const series = told.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const names = series.map((line) => line.slice(0, line.lastIndexOf(' ')));
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !name.includes('worker="'))).toEqual([]);

  process.kill(pidOf(service, 2), 'SIGSTOP');
  try {
    const alone = await scrape();
    expect(up(alone)).toEqual([1, 0]);
    expect(alone.match(/^.*worker="2".*$/gm)).toEqual(['synapse_worker_up{worker="2"} 0']);
    expect(value(alone, 'synapse_lease_held{worker="1"}')).toBe(1);
  } finally {
    process.kill(pidOf(service, 2), 'SIGCONT');
  }
  await expect.poll(look, SLOW).toEqual([1, 1]);
});

/** One that may start a command on a machine called laptop. */
async function enrolAgent(at: Instance, session: string) {
  const machine = { slug: 'laptop', kind: 'agent' };
  const { enrollment } = await at.created<{ enrollment: { code: string } }>('/synapse/machines', session, machine);
  const agent = startAgent({ url: at.url, code: enrollment.code });
  await agent.says('connected to');
  return agent;
}

it('run commands on an agent that is linked to one of them through every one, without NATS', async () => {
  const agent = await enrolAgent(service, account.session);
  const linked = async () => {
    const told = await scrape();
    return ['1', '2'].map((worker) => value(told, `synapse_agents_linked{worker="${worker}"}`));
  };
  await expect.poll(async () => (await linked()).toSorted(), SLOW).toEqual([0, 1]);
  for (const seat of [1, 2]) {
    const door = await doorTo(service, seat);
    const order = { machine: 'laptop', command: 'seq 1 20000 | tail -n 1; exit 3', cwd: '/' };
    const run = async () => {
      const { exit_code, stdout } = await door.tool(account, 'synapse_exec', order);
      return { exit_code, stdout };
    };
    await expect.poll(run, SLOW).toEqual({ exit_code: 3, stdout: '20000\n' });
    door.close();
  }
  await agent.stop();
});

it('do not wait for each other to take over commands when all of them stop', { timeout: 300_000 }, async () => {
  const patient = { SYNAPSE_HAND_OVER_SECONDS: '600', SYNAPSE_DRAIN_SECONDS: '0' };
  const leaving = await startWorkers(await createPostgresDatabase(), patient);
  const { session } = await leaving.newUser();
  const agent = await enrolAgent(leaving, session);
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-worker-family-')));
  const mark = join(folder, 'pid');
  const order = { machine: 'laptop', command: `echo $$ > ${mark}.part; mv ${mark}.part ${mark}; sleep 900`, cwd: '/' };
  const begin = async () => {
    await leaving.call('POST', '/synapse/exec', { token: session, body: { ...order, wait_seconds: 1 } });
    return existsSync(mark);
  };
  await expect.poll(begin, SLOW).toBe(true);
  const closed = once(leaving.child, 'close');
  leaving.child.kill('SIGTERM');
  expect((await closed)[0]).toBe(0);
  expect(leaving.stderr()).toContain('nobody takes over what still runs on agents');
  await expect.poll(() => isGone(Number(readFileSync(mark, 'utf8'))), SLOW).toBe(true);
  await agent.stop();
  await leaving.remove();
});

it('end with 1, and say why, when one of them cannot start any more', { timeout: 600_000 }, async () => {
  const url = new URL(await createPostgresDatabase());
  const way = await startLinkProxy(url.href);
  url.port = new URL(way.url).port;
  const failing = await startWorkers(url.href);
  const closed = once(failing.child, 'close');
  const [first, second] = [pidOf(failing, 1), pidOf(failing, 2)];
  way.cut();
  process.kill(second, 'SIGKILL');
  expect((await closed)[0]).toBe(1);
  const said = failing.stderr();
  // One more where the first of them had served for a while before it was killed.
  expect([7, 8]).toContain(said.match(/"a worker has ended, and is replaced"/g)?.length);
  expect(said).toContain('8 workers died at once, one after the other: the service ends');
  expect(said).toContain('The database is out of reach');
  for (const pid of [first, second]) await expect.poll(() => isGone(pid), SLOW).toBe(true);
  await way.stop();
  await failing.remove();
});
