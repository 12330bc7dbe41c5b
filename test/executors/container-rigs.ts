/** Containers of local and ssh machines, entered through the host's own docker or podman program. */

import { createLocalExecutor, type Executor } from '@synapse/runner';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContainers } from '../../packages/server/src/exec/run/find-containers.ts';
import { createSshExecutor } from '../../packages/server/src/executors/ssh/executor.ts';
import type { ContainerEngine } from '../engines/container-engine.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import type { Located } from '../engines/engines.ts';
import { pidsWithArgument } from '../engines/process-tree.ts';
import { withShell } from '../engines/shell-in-container.ts';
import { locateSshd, startSshd } from '../engines/sshd.ts';
import { findsNothing, looksWhereItCan, startWithPerl } from '../look/in-containers.ts';
import { run } from './run-command.ts';
import { sshOptions } from './ssh-rig.ts';
import { describeExecutor, type Features, type Rig } from './suite.ts';

const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
const CONTAINER = 'work-1';

async function localRig(engine: ContainerEngine): Promise<Rig> {
  await engine.startContainer(CONTAINER);
  const executor = createLocalExecutor({ environment: { PATH: `${engine.bin}:${PATH}` } });
  return {
    executor,
    container: CONTAINER,
    scratch: '/tmp',
    // The same name under another id.
    reboot: async () => void (await engine.startContainer(CONTAINER)),
    stop: () => executor.close(),
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
    },
  };
}

/** What a person is offered instead of typing names. */
export async function expectFound(executor: Executor, { runs, not }: { runs: string[]; not: string[] }): Promise<void> {
  const found = await findContainers(executor, AbortSignal.timeout(45_000), 45_000);
  for (const name of runs) {
    expect(found).toContainEqual({ name, image: expect.stringMatching(/./), status: expect.stringMatching(/^Up /) });
  }
  for (const name of not) expect(found.map((one) => one.name)).not.toContain(name);
}

export function describeContainers(
  located: Located<string>,
  startEngine: (root: string) => Promise<ContainerEngine>,
  features: Features,
): void {
  describeEngine(located, 'containers through the program', (root) => {
    let engine: ContainerEngine;
    beforeAll(async () => {
      engine = await startEngine(root());
    });
    afterAll(() => engine?.stop());

    describeExecutor(`local, ${located.name}`, () => localRig(engine), { ...features, reboot: true });
    describeExecutor(`ssh, ${located.name}`, () => sshRig(engine), { ...features, reboot: true });

    test('a shell that gets ready only after the refusal runs nothing, and nobody waits for it', async () => {
      // It forgets its environment, and with it the tag: no scan of the host's processes finds it.
      const late = 'exec /bin/busybox env -i /bin/busybox sh -c "sleep 2; exec /bin/busybox sh \\"\\$@\\"" sh "$@"';
      const { container, inside } = await withShell(engine, 'late', late);
      const sshd = await locateSshd();
      const host = 'found' in sshd ? await startSshd(sshd.found, [`SetEnv PATH=${engine.bin}:${PATH}`]) : null;
      const executors = {
        local: createLocalExecutor({ environment: { PATH: `${engine.bin}:${PATH}` } }),
        ...(host && { ssh: createSshExecutor({ ...sshOptions(host, 'root'), timings: { killMs: 1_000 } }) }),
      };
      try {
        await Promise.all(
          Object.entries(executors).map(([name, executor]) =>
            expect(
              run(executor, `echo ran >/tmp/ran-${name}`, { container, shellMs: 1_000 }),
              name,
            ).rejects.toMatchObject({ code: 'machine_shell_stuck' }),
          ),
        );
        // The shells that were to kill are as late; when none is left, all of them have gone on.
        await expect.poll(() => inside('ps | grep -c "[s]leep 2"')).toBe('0\n');
        expect(await inside('ls /tmp')).not.toContain('ran');
        // On the host, too, nobody is left.
        await expect.poll(() => pidsWithArgument(`--\0${container}\0/bin/sh`)).toEqual([]);
      } finally {
        await Promise.all(Object.values(executors).map((executor) => executor.close()));
        await host?.stop();
      }
    });

    test('is looked into where a sandbox works inside, and not at all where none does', async () => {
      const executor = createLocalExecutor({ environment: { PATH: `${engine.bin}:${PATH}` } });
      await Promise.all([engine.startContainer('plain'), startWithPerl(engine, 'perl')]);
      await Promise.all([findsNothing(executor, 'plain'), looksWhereItCan(executor, 'perl')]);
      await executor.close();
    });

    test('a container that is gone, stopped or without a shell is refused with the reason, and those that run are found', async () => {
      const executor = createLocalExecutor({ environment: { PATH: `${engine.bin}:${PATH}` } });
      const stopped = await engine.startContainer('stopped');
      await stopped.stop({ t: 0 });
      await engine.startContainer('bare', { shell: false });
      await expectFound(executor, { runs: ['bare'], not: ['stopped'] });
      const sshd = await locateSshd();
      if ('found' in sshd) {
        const host = await startSshd(sshd.found, [`SetEnv PATH=${engine.bin}:${PATH}`]);
        const remote = createSshExecutor(sshOptions(host, 'root'));
        await expectFound(remote, { runs: ['bare'], not: ['stopped'] });
        await remote.close();
        await host.stop();
      }
      const reasons = {
        gone: /no such container/i,
        stopped: /not running|running containers/i,
        bare: /\/bin\/sh.*no such file/i,
      };
      for (const [container, reason] of Object.entries(reasons)) {
        await expect(run(executor, 'true', { container }), container).rejects.toMatchObject({
          code: 'container_unavailable',
          message: expect.stringMatching(reason),
        });
      }
      await executor.close();
    });
  });
}
