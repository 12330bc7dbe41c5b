/**
 * One job on each kind of machine, and everything around it fails, one thing after the other: no byte is missing or
 * doubled, the exit code is the true one, and nothing is left. JOBS=all: a minute long, and in a container, too.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { type AgentProcess, startAgent } from '../agents/agent-process.ts';
import { createPostgresDatabase } from '../databases.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { findDockerd, startDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { pidsWithArgument } from '../engines/process-tree.ts';
import { locateSshd, type Sshd, startSshd } from '../engines/sshd.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type RestartableServer, startRestartableServer } from '../restartable-server.ts';

interface Result {
  readonly status: string;
  readonly exit_code: number | null;
  readonly execution_id: string;
  readonly duration_ms: number;
  readonly stdout: string;
}

const ALL = process.env.JOBS === 'all';
const SECONDS = ALL ? 60 : 6;
const LINES = SECONDS * 10;
const COMMAND = `i=0; while [ $i -lt ${LINES} ]; do i=$((i+1)); echo "line $i"; echo "error $i" >&2; sleep 0.1; done; exit 7`;
const located = await locateSshd();
const docker = ALL ? await locate('docker', findDockerd) : null;
const engineRoot = docker !== null && 'found' in docker ? docker.found : null;
const KINDS = ['local', 'ssh', 'agent', ...(engineRoot === null ? [] : ['container'])];

describeEngine(located, 'jobs', (program) => {
  it.concurrent.for(['sqlite', 'postgres'] as const)(
    'outlive the service, its end by force or not, the link and the agent, on %s',
    { timeout: 240_000 + SECONDS * 10_000 },
    async (dialect, { expect }) => {
      const [localHome, agentHome] = ['local', 'agent'].map((kind) =>
        removeAtEnd(mkdtempSync(join(tmpdir(), `synapse-jobs-${kind}-`))),
      ) as [string, string];
      const engine = engineRoot === null ? null : await startDockerd(engineRoot);
      await engine?.startContainer('container');
      const server = await startRestartableServer({
        HOME: localHome,
        ...(engine === null ? {} : { SYNAPSE_LOCAL_PATH: `${engine.bin}:${process.env.PATH}` }),
        SYNAPSE_ALLOW_LOCAL: 'all',
        SYNAPSE_INSTANCE_DEAD_SECONDS: '3',
        ...(dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {}),
      });
      const sshd = await startSshd(program());
      let agent: AgentProcess | null = null;
      try {
        agent = await prepare(server, sshd, agentHome);
        const jobs = await Promise.all(KINDS.map((kind) => start(server, kind)));
        const pause = () => sleep((SECONDS * 1000) / 12);

        await pause();
        await server.kill();
        await pause();
        await server.start();
        await pause();
        await sshd.dropConnections();
        await pause();
        agent.signal('SIGKILL');
        await agent.exit;
        await pause();
        agent = startAgent({ home: join(agentHome, 'agent'), env: { HOME: agentHome } });
        await pause();
        await server.kill('SIGTERM');
        await server.start();

        for (const [index, id] of jobs.entries()) {
          const kind = KINDS[index]!;
          const result = await ended(server, id);
          expect(result, kind).toMatchObject({ status: 'done', exit_code: 7 });
          expect(result.duration_ms, kind).toBeGreaterThanOrEqual(SECONDS * 1000);
          expect(result.duration_ms, kind).toBeLessThan(SECONDS * 20_000);
          const numbered = (word: string) => Array.from({ length: LINES }, (_, n) => `${word} ${n + 1}\n`).join('');
          expect(await output(server, id, 'stdout'), kind).toBe(numbered('line'));
          expect(await output(server, id, 'stderr'), kind).toBe(numbered('error'));
        }
        const verified = await server.call('GET', '/synapse/audit/verify');
        expect(verified.body).toMatchObject({ state: 'intact' });
        const homes = [localHome, agentHome, sshd.home('tester')];
        const folders = () =>
          homes.flatMap((home) => readdirSync(home).filter((name) => name.startsWith('.synapse-job-')));
        // What could not be reached is tried again after a minute at most.
        await expect.poll(folders, { timeout: 120_000 }).toEqual([]);
        if (engine !== null) {
          const order = {
            machine: 'container',
            container: 'container',
            cwd: '/',
            command: 'find / -name ".synapse-job*"',
          };
          expect((await server.call<Result>('POST', '/synapse/exec', order)).body.stdout).toBe('');
        }
        for (const home of homes) expect(await pidsWithArgument(`${home}/.synapse-job-`)).toEqual([]);
      } finally {
        await agent?.stop();
        await server.stop();
        await sshd.stop();
        await engine?.stop();
      }
    },
  );
});

it('closes a job whose start was cut off in the middle, and leaves nothing of it', async () => {
  const scratch = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-jobs-cut-')));
  chmodSync(scratch, 0o777);
  const server = await startRestartableServer({ SYNAPSE_ALLOW_LOCAL: 'all' });
  const nap = `377.${process.pid}`;
  // Where its output goes is in its folder.
  const command = `readlink /proc/$$/fd/1 > ${scratch}/place; sleep ${nap}`;
  const order = { machine: 'local', command, cwd: '/tmp', detach: true };
  const { body } = await server.call<Result>('POST', '/synapse/exec', order);
  await expect.poll(() => pidsWithArgument(nap)).toHaveLength(1);
  await server.kill();
  // The supervisor was killed after it had started the job's shell, and before it wrote down its numbers.
  const folder = dirname(readFileSync(join(scratch, 'place'), 'utf8').trim());
  const [supervisor] = readFileSync(join(folder, 'pid'), 'utf8').split(' ');
  process.kill(Number(supervisor), 'SIGKILL');
  rmSync(join(folder, 'pid'));
  const database = new SQLite(join(server.dataDir, 'synapse.db'));
  // Longer ago than a job takes to begin.
  database.exec('update jobs set created_at = created_at - 60000');
  database.close();
  await server.start();
  expect(await ended(server, body.execution_id)).toMatchObject({ status: 'interrupted', exit_code: null });
  await expect.poll(() => existsSync(folder)).toBe(false);
  await expect.poll(() => pidsWithArgument(nap)).toEqual([]);
  await server.stop();
});

async function prepare(server: RestartableServer, sshd: Sshd, home: string): Promise<AgentProcess> {
  await server.call('PUT', '/synapse/secrets/JOBS_KEY', { value: sshd.privateKey });
  const connection = { host: '127.0.0.1', port: sshd.port, user: 'tester', key_secret: 'JOBS_KEY' };
  await server.call('POST', '/synapse/machines', { slug: 'ssh', kind: 'ssh', connection });
  await server.call('POST', '/synapse/machines', { slug: 'container', kind: 'local', containers: ['container'] });
  const { body } = await server.call<{ enrollment: { code: string } }>('POST', '/synapse/machines', {
    slug: 'agent',
    kind: 'agent',
  });
  const { code } = body.enrollment;
  const agent = startAgent({ url: server.url, code, home: join(home, 'agent'), env: { HOME: home } });
  await agent.says('connected to');
  return agent;
}

async function start(server: RestartableServer, machine: string): Promise<string> {
  const { status, body } = await server.call<Result>('POST', '/synapse/exec', {
    machine,
    command: COMMAND,
    cwd: '/tmp',
    detach: true,
    timeout_seconds: 3600,
    ...(machine === 'container' ? { container: machine } : {}),
  });
  expect({ status, body }, machine).toMatchObject({ status: 200, body: { status: 'running', exit_code: null } });
  return body.execution_id;
}

async function ended(server: RestartableServer, id: string): Promise<Result> {
  for (;;) {
    const { body } = await server.call<Result>('GET', `/synapse/executions/${id}?wait_seconds=20`);
    if (body.status !== 'running') return body;
  }
}

async function output(server: RestartableServer, id: string, stream: string): Promise<string> {
  const path = `/synapse/executions/${id}/output?stream=${stream}&limit=60000`;
  return (await server.call<{ text: string }>('GET', path)).body.text;
}
