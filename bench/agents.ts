/**
 * Two hundred agents on one instance: what they cost, and how they return when the instance is killed and started
 * again. The service is a process of its own. The agents share this process, each with its own key, link and commands.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { enrol } from '../packages/agent/src/enrol.ts';
import { openHome } from '../packages/agent/src/home.ts';
import { createLimits } from '../packages/agent/src/limits.ts';
import { runAgent } from '../packages/agent/src/run-agent.ts';
import { startRestartableServer } from '../test/restartable-server.ts';
import { report } from './figure.ts';

/** A user may run thirty commands a minute: two on each of ten machines stay below. */
const USERS = 20;
const EACH = 10;
const ALL = USERS * EACH;
const PASSWORD = 'a password for the bench';

const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

const server = await startRestartableServer();
const folder = mkdtempSync(join(tmpdir(), 'synapse-bench-agents-'));
const stop = new AbortController();
const running: Promise<void>[] = [];
let connected = 0;

const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))![1]) / 1024;
const cpuSeconds = () => {
  const fields = readFileSync(`/proc/${server.pid()}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
const call = async <T>(path: string, session: string, body?: unknown): Promise<{ status: number; body: T }> => {
  const response = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
};
const login = async (username: string): Promise<string> => {
  const body = new URLSearchParams({ username, password: PASSWORD });
  const answer = await fetch(`${server.url}/auth/login`, { method: 'POST', body });
  if (answer.status !== 200) throw new Error(await answer.text());
  return ((await answer.json()) as { access_token: string }).access_token;
};
const allConnected = async (from: number): Promise<number> => {
  while (connected < ALL) await delay(5);
  return performance.now() - from;
};
/** One command on every machine; how many failed, and how long all took. */
const commandEach = async (sessions: readonly string[]) => {
  const from = performance.now();
  const answers = await Promise.all(
    sessions.flatMap((session) =>
      Array.from({ length: EACH }, (_, index) =>
        call<{ code?: string }>('/synapse/exec', session, { machine: `m-${index}`, command: 'true', cwd: '/' }),
      ),
    ),
  );
  const failed = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
  return { failed, took: performance.now() - from };
};

try {
  const names = Array.from({ length: USERS }, (_, index) => `user-${index}`);
  for (const username of names) {
    await server.call('POST', '/admin/users', { username, password: PASSWORD, plan: 'pro' });
  }
  const sessions: string[] = [];
  for (const name of names) sessions.push(await login(name));
  const agents = await Promise.all(
    sessions.flatMap((session, user) =>
      Array.from({ length: EACH }, async (_, index) => {
        const made = await call<{ enrollment: { code: string } }>('/synapse/machines', session, {
          slug: `m-${index}`,
          kind: 'agent',
        });
        const home = openHome(join(folder, `${user}-${index}`));
        return { home, identity: await enrol(home, { server: server.url, ca: null }, made.body.enrollment.code) };
      }),
    ),
  );
  await delay(2_000);
  const before = resident();

  const began = performance.now();
  const limits = createLimits({
    allowDirs: [],
    allowContainers: [],
    containerOnly: false,
    readOnlyCommands: false,
    home: '',
  });
  for (const { home, identity } of agents) {
    const count = (line: string) => {
      connected += line.startsWith('connected to') ? 1 : -1;
    };
    running.push(runAgent({ home, identity, limits, umask: 0o022, signal: stop.signal, say: count }));
  }
  say(`${ALL} agents connect at once: all there after ${seconds(await allConnected(began))}`);
  await delay(2_000);
  const linked = resident();
  say(`memory of the service: ${before.toFixed(0)} MB before, ${linked.toFixed(0)} MB with ${ALL} links`);
  report({ name: 'memory of the service for each agent', value: ((linked - before) * 1024) / ALL, unit: 'kB' });
  const idleFrom = cpuSeconds();
  await delay(10_000);
  say(
    `processor time of the service for ${ALL} idle links: ${((cpuSeconds() - idleFrom) * 100).toFixed(0)} ms in 10 s`,
  );

  const warm = await commandEach(sessions);
  say(`a command on each: ${seconds(warm.took)}, ${warm.failed.length} failed`);

  await server.kill();
  while (connected > 0) await delay(5);
  await delay(3_000);
  await server.start();
  const back = performance.now();
  const all = allConnected(back);
  // A command on every machine at the very moment of the start, when most agents are not back yet.
  const storm = await commandEach(sessions);
  const name = `after kill -9, 3 s of silence and a start, ${ALL} back after`;
  report({ name, value: (await all) / 1000, unit: 's', atMost: 10 });
  say(`a command on each in that moment: ${seconds(storm.took)} ${storm.failed.slice(0, 3)}`);
  report({ name: 'failed of these', value: storm.failed.length, unit: '', atMost: 0 });
  await delay(2_000);
  say(`memory of the service after that: ${resident().toFixed(0)} MB`);
} finally {
  stop.abort();
  await Promise.allSettled(running);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
