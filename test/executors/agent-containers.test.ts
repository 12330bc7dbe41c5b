/** Containers of an agent's machine, entered by the agent through its own `docker` program. */
import { afterAll, beforeAll, test } from 'vitest';
import { startAgentRig } from '../agents/agent-rig.ts';
import type { ContainerEngine } from '../engines/container-engine.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { findDockerd, startDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { expectFound } from './container-rigs.ts';
import { describeExecutor } from './suite.ts';

const CONTAINER = 'agent-1';

describeEngine(await locate('docker', findDockerd), 'containers through an agent', (root) => {
  let engine: ContainerEngine;
  beforeAll(async () => {
    engine = await startDockerd(root());
  });
  afterAll(() => engine?.stop());

  test('the running containers of its machine are found', async () => {
    await engine.startContainer(CONTAINER);
    await (await engine.startContainer('stopped')).stop({ t: 0 });
    const rig = await startAgentRig({ env: { PATH: `${engine.bin}:${process.env.PATH}` } });
    try {
      await expectFound(rig.executor, { runs: [CONTAINER], not: ['stopped'] });
    } finally {
      await rig.stop();
    }
  });

  describeExecutor(
    'agent, docker',
    async () => {
      await engine.startContainer(CONTAINER);
      const rig = await startAgentRig({ env: { PATH: `${engine.bin}:${process.env.PATH}` } });
      return {
        executor: rig.executor,
        container: CONTAINER,
        scratch: '/tmp',
        // The same name under another id, and an agent that was started again.
        reboot: async () => {
          await engine.startContainer(CONTAINER);
          await rig.restartAgent();
        },
        stop: rig.stop,
      };
    },
    { reboot: true },
  );
});
