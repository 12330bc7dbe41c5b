/** What workers of one service owe each other: their figures in one scrape, their agents, and an end if one cannot start. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAgent } from '../agents/agent-process.ts';
import { startLinkProxy } from '../agents/link-proxy.ts';
import { createPostgresDatabase } from '../databases.ts';
import { isGone } from '../engines/supervise.ts';
import type { Account, Instance } from '../instance.ts';
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

it('run commands on an agent that is linked to one of them through every one, without NATS', async () => {
  const { enrollment } = await service.created<{ enrollment: { code: string } }>('/synapse/machines', account.session, {
    ...{ slug: 'laptop', kind: 'agent' },
  });
  const agent = startAgent({ url: service.url, code: enrollment.code });
  await agent.says('connected to');
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

it('end with 1, and say why, when one of them cannot start any more', { timeout: 600_000 }, async () => {
  const url = new URL(await createPostgresDatabase());
  const way = await startLinkProxy(url.href);
  url.port = new URL(way.url).port;
  const failing = await startWorkers(url.href);
  const exited = once(failing.child, 'exit');
  const [first, second] = [pidOf(failing, 1), pidOf(failing, 2)];
  way.cut();
  process.kill(second, 'SIGKILL');
  expect((await exited)[0]).toBe(1);
  const said = failing.stderr();
  expect(said.match(/"a worker has ended, and is replaced"/g)).toHaveLength(7);
  expect(said).toContain('8 workers died at once, one after the other: the service ends');
  expect(said).toContain('The database is out of reach');
  for (const pid of [first, second]) await expect.poll(() => isGone(pid), SLOW).toBe(true);
  await way.stop();
  await failing.remove();
});
