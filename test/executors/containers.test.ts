/** Containers of local and ssh machines, entered through the host's own docker or podman program. */
import { expect, test } from 'vitest';
import { createLocalExecutor } from '../../packages/server/src/exec/executors/local.ts';
import { createSshExecutor } from '../../packages/server/src/exec/executors/ssh.ts';
import type { ContainerEngine } from '../engines/container-engine.ts';
import { findDockerd, startDockerd } from '../engines/dockerd.ts';
import { describeEngine, type Located, locate } from '../engines/engines.ts';
import { findPodman, startPodman } from '../engines/podman.ts';
import { locateSshd, startSshd } from '../engines/sshd.ts';
import { run } from './run-command.ts';
import { sshOptions } from './ssh-rig.ts';
import { describeExecutor, type Rig } from './suite.ts';

const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
const CONTAINER = 'work-1';

async function localRig(engine: ContainerEngine): Promise<Rig> {
  await engine.startContainer(CONTAINER);
  const executor = createLocalExecutor({ environment: { PATH: `${engine.bin}:${PATH}` } });
  return {
    executor,
    container: CONTAINER,
    scratch: '/tmp',
    reboot: async () => void (await engine.startContainer(CONTAINER)),
    stop: async () => {
      await executor.close();
      await engine.stop();
    },
  };
}

async function sshRig(engine: ContainerEngine): Promise<Rig> {
  const sshd = await locateSshd();
  if ('missing' in sshd) throw new Error(sshd.missing);
  await engine.startContainer(CONTAINER);
  const host = await startSshd(sshd.found, [`SetEnv PATH=${engine.bin}:${PATH}`]);
  const executor = createSshExecutor(sshOptions(host, 'root'));
  return {
    executor,
    container: CONTAINER,
    scratch: '/tmp',
    reboot: async () => {
      await engine.startContainer(CONTAINER);
      await host.restart();
    },
    stop: async () => {
      await executor.close();
      await host.stop();
      await engine.stop();
    },
  };
}

function suites(located: Located<string>, startEngine: (root: string) => Promise<ContainerEngine>): void {
  describeEngine(located, 'containers through the program', (root) => {
    // A reboot here is a container of the same name under another id.
    describeExecutor(`local, ${located.name}`, async () => localRig(await startEngine(root())), { reboot: true });
    describeExecutor(`ssh, ${located.name}`, async () => sshRig(await startEngine(root())), { reboot: true });

    test('a container that is gone, stopped or without a shell is refused with the reason', async () => {
      const engine = await startEngine(root());
      const executor = createLocalExecutor({ environment: { PATH: `${engine.bin}:${PATH}` } });
      try {
        const stopped = await engine.startContainer('stopped');
        await stopped.kill();
        await engine.startContainer('bare', { shell: false });
        for (const container of ['gone', 'stopped', 'bare']) {
          await expect(run(executor, 'true', { container }), container).rejects.toMatchObject({
            code: 'container_unavailable',
            message: expect.stringMatching(/no such container|not running|can only|no such file|stat|not found/i),
          });
        }
      } finally {
        await executor.close();
        await engine.stop();
      }
    });
  });
}

suites(await locate('docker', findDockerd), startDockerd);
suites(await locate('podman', findPodman), startPodman);

test('a host without docker and podman says so', async () => {
  const executor = createLocalExecutor({ environment: { PATH: '/nonexistent' } });
  await expect(run(executor, 'true', { container: CONTAINER })).rejects.toMatchObject({
    code: 'container_unavailable',
    message: expect.stringContaining('neither docker nor podman'),
  });
});
