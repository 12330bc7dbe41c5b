/** Containers of a real podman, through the `podman` program of a local and of an ssh machine. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalExecutor } from '@synapse/runner';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContainerEngine, wrapper } from '../engines/container-engine.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { findDockerd, startDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { findPodman, startPodman } from '../engines/podman.ts';
import { removeAtEnd } from '../left-behind.ts';
import { describeContainers } from './container-rigs.ts';
import { run } from './run-command.ts';

const podman = await locate('podman', findPodman);
const docker = await locate('docker', findDockerd);

// Podman closes the output of an exec with its first process: a child that prints later dies of it.
describeContainers(podman, startPodman, { lateOutput: false });

describeEngine('found' in podman ? docker : podman, 'a host with both programs', (root) => {
  const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
  let engine: ContainerEngine;
  beforeAll(async () => {
    engine = await startPodman((podman as { found: string }).found);
    await engine.startContainer('mine');
  });
  afterAll(() => engine?.stop());

  const reach = async (bin: string, container: string) => {
    const executor = createLocalExecutor({ environment: { PATH: `${bin}:${engine.bin}:${PATH}` } });
    try {
      return await run(executor, 'echo inside; exit 3', { container });
    } finally {
      await executor.close();
    }
  };

  test('takes podman where no docker daemon runs, and names both when neither knows the container', async () => {
    const bin = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-dead-docker-')));
    const args = ['--host', `unix://${bin}/nobody.sock`];
    await wrapper(bin, 'docker', { program: join(root(), 'usr/bin/docker'), args, env: { DOCKER_CONFIG: bin } });
    expect(await reach(bin, 'mine')).toMatchObject({ text: 'inside\n', outcome: { kind: 'exited', exitCode: 3 } });
    await expect(reach(bin, 'gone')).rejects.toMatchObject({
      code: 'container_unavailable',
      message: expect.stringMatching(/docker: .*daemon.* podman: .*no such container/i),
    });
  });

  test('takes the one that knows the container where both answer', async () => {
    const other = await startDockerd(root());
    try {
      await other.startContainer('theirs');
      for (const container of ['mine', 'theirs']) expect((await reach(other.bin, container)).text).toBe('inside\n');
      await expect(reach(other.bin, 'gone')).rejects.toMatchObject({
        message: expect.stringMatching(/docker: .*no such container.* podman: .*no such container/i),
      });
    } finally {
      await other.stop();
    }
  });
});
