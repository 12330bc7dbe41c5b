/** However a process hides, it dies with its command: on timeout, on cancel, when the client or the service has gone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createLocalExecutor, type Executor } from '@synapse/runner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDockerExecutor } from '../../packages/server/src/executors/docker/executor.ts';
import { createSshExecutor } from '../../packages/server/src/executors/ssh/executor.ts';
import { type AgentRig, startAgentRig } from '../agents/agent-rig.ts';
import type { ContainerEngine } from '../engines/container-engine.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { findDockerd, startDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { locateSshd, type Sshd, startSshd } from '../engines/sshd.ts';
import { sshOptions } from '../executors/ssh-rig.ts';
import { killAtEnd } from '../left-behind.ts';
import { allSeen, hide, newNeedle, scriptOf, survivors } from './hide.ts';
import type { SshAccount } from './hide-as-service.ts';
import { WAYS, type Way } from './ways.ts';

const isRoot = process.getuid?.() === 0;
/** Every way on every target when the service is killed, too; otherwise a sample. */
const EVERYTHING = process.env.HIDING === 'all';
const AT_ONCE = 8;
const WITHIN_MS = 180_000;
/** A control group may be made on this computer by whoever runs the tests: commands of root's get one. */
const hasGroups =
  isRoot && readdirSync('/sys/fs/cgroup').some((name) => ['unified', 'freezer', 'cgroup.procs'].includes(name));

const asRoot = WAYS.filter(({ needs, held }) => (isRoot || needs !== 'root') && (hasGroups || !held));
const asAnybody = WAYS.filter(({ needs }) => needs !== 'root');
const inContainer = WAYS.filter(({ needs }) => needs === 'posix');
const sample = (ways: readonly Way[]) => (EVERYTHING ? ways : ways.filter((_, index) => index % 4 === 2));

function batches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, index) =>
    all.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}

/** Hides them all, has `end` put an end to their commands, and names those that are left. */
async function escaped(executor: () => Executor, ways: readonly Way[], container: string | null = null) {
  const left: string[] = [];
  for (const batch of batches(ways)) {
    const hidden = await Promise.all(batch.map((way) => hide(executor(), way, container)));
    const needles = hidden.map(({ needle }) => needle);
    const nameOf = (needle: string) => hidden.find((one) => one.needle === needle)!.way.name;
    expect((await allSeen(needles)).map(nameOf), 'hidden in vain').toEqual([]);
    for (const { abort } of hidden) abort.abort();
    await Promise.all(hidden.map(({ running }) => running.done));
    left.push(...(await survivors(needles)).map(nameOf));
  }
  return left;
}

/** The same for commands whose service is killed in the middle. */
async function outlivedService(ways: readonly Way[], ssh: SshAccount | null) {
  const left: string[] = [];
  for (const batch of batches(ways)) {
    const hidden = batch.map((way) => ({ way, needle: newNeedle() }));
    const needles = hidden.map(({ needle }) => needle);
    const scripts = hidden.map(({ way, needle }) => scriptOf(way, needle));
    const service = killAtEnd(
      spawn(process.execPath, ['test/hiding/hide-as-service.ts'], {
        env: { ...process.env, HIDE: JSON.stringify({ ssh, scripts }) },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    await once(service.stdout!, 'data');
    expect(await allSeen(needles)).toEqual([]);
    // Over ssh a command is watched from the third part of a second on.
    if (ssh) await new Promise((resolve) => setTimeout(resolve, 1_000));
    const ended = once(service, 'exit');
    service.kill('SIGKILL');
    await ended;
    left.push(...(await survivors(needles)).map((needle) => hidden.find((one) => one.needle === needle)!.way.name));
  }
  return left;
}

describe('local', () => {
  const executor = createLocalExecutor();
  afterAll(() => executor.close());

  test('there are sixty ways and more', () => {
    expect(new Set(WAYS.map(({ name }) => name)).size).toBe(WAYS.length);
    expect(WAYS.length).toBeGreaterThanOrEqual(60);
  });

  test(
    'nobody outlives an abort',
    async () => {
      expect(await escaped(() => executor, asRoot)).toEqual([]);
    },
    WITHIN_MS,
  );

  test(
    'nobody outlives the service',
    async () => {
      expect(await outlivedService(sample(asRoot), null)).toEqual([]);
    },
    WITHIN_MS,
  );
});

describeEngine(await locateSshd(), 'ssh', (program) => {
  let sshd: Sshd;
  let [root, tester]: Executor[] = [];
  beforeAll(async () => {
    sshd = await startSshd(program());
    [root, tester] = ['root', 'tester'].map((user) => createSshExecutor(sshOptions(sshd, user)));
  });
  afterAll(async () => {
    await Promise.all([root, tester].map((executor) => executor?.close()));
    await sshd?.stop();
  });
  const account = (user: string) => ({ port: sshd.port, user, privateKey: sshd.privateKey, hostKey: sshd.hostKey() });

  test.runIf(isRoot)(
    'nobody outlives an abort as root',
    async () => {
      expect(await escaped(() => root!, asRoot)).toEqual([]);
    },
    WITHIN_MS,
  );

  test(
    'nobody outlives an abort as an ordinary user, without a control group',
    async () => {
      expect(await escaped(() => tester!, asAnybody)).toEqual([]);
    },
    WITHIN_MS,
  );

  test.runIf(isRoot)(
    'nobody outlives the service',
    async () => {
      expect(await outlivedService(sample(asRoot), account('root'))).toEqual([]);
      expect(await outlivedService(sample(asAnybody), account('tester'))).toEqual([]);
    },
    WITHIN_MS,
  );
});

describe('agent', () => {
  let rig: AgentRig;
  beforeAll(async () => {
    rig = await startAgentRig();
  });
  afterAll(() => rig?.stop());

  test(
    'nobody outlives an abort',
    async () => {
      expect(await escaped(() => rig.executor, asRoot)).toEqual([]);
    },
    WITHIN_MS,
  );

  test(
    'nobody outlives the agent',
    async () => {
      const hidden = await Promise.all(
        sample(asRoot)
          .slice(0, AT_ONCE)
          .map((way) => hide(rig.executor, way, null)),
      );
      const needles = hidden.map(({ needle }) => needle);
      expect(await allSeen(needles)).toEqual([]);
      await rig.restartAgent('SIGKILL');
      expect(await survivors(needles)).toEqual([]);
    },
    WITHIN_MS,
  );
});

describeEngine(await locate('docker', findDockerd), 'containers', (folder) => {
  let engine: ContainerEngine;
  beforeAll(async () => {
    engine = await startDockerd(folder());
    await engine.startContainer('hiding');
  });
  afterAll(() => engine?.stop());

  test(
    'nobody outlives an abort, through the engine’s API',
    async () => {
      const executor = createDockerExecutor({ connection: { socket: engine.socket } });
      expect(await escaped(() => executor, inContainer, 'hiding')).toEqual([]);
      await executor.close();
    },
    WITHIN_MS,
  );

  test(
    'nobody outlives an abort, through the host’s program',
    async () => {
      const PATH = `${engine.bin}:/usr/sbin:/usr/bin:/sbin:/bin`;
      const executor = createLocalExecutor({ environment: { PATH } });
      expect(await escaped(() => executor, inContainer, 'hiding')).toEqual([]);
      await executor.close();
    },
    WITHIN_MS,
  );
});
