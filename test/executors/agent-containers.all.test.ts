/** Containers of an agent's machine, entered by the agent through its own `docker` program. */
import { copyFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAgentRig } from '../agents/agent-rig.ts';
import type { ContainerEngine } from '../engines/container-engine.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { findDockerd, startDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { removeAtEnd } from '../left-behind.ts';
import { findsNothing, looksWhereItCan, startWithPerl } from '../look/in-containers.ts';
import { expectFound } from './container-rigs.ts';
import { describeExecutor } from './suite.ts';

const CONTAINER = 'agent-1';

describeEngine(await locate('docker', findDockerd), 'containers through an agent', (root) => {
  let engine: ContainerEngine;
  beforeAll(async () => {
    engine = await startDockerd(root());
  });
  afterAll(() => engine?.stop());

  it('the running containers of its machine are found', async () => {
    await engine.startContainer(CONTAINER);
    await (await engine.startContainer('stopped')).stop({ t: 0 });
    const rig = await startAgentRig({ env: { PATH: `${engine.bin}:${process.env.PATH}` } });
    try {
      await expectFound(rig.executor, { runs: [CONTAINER], not: ['stopped'] });
    } finally {
      await rig.stop();
    }
  });

  it('are looked into where a sandbox works inside; where none does, and of the engine, it says what to do', async () => {
    await Promise.all([engine.startContainer('plain'), startWithPerl(engine, 'perl')]);
    // A sandbox has a /dev of its own, and tests may keep their files in /dev/shm.
    const bin = removeAtEnd(mkdtempSync('/var/tmp/synapse-docker-'));
    copyFileSync(join(engine.bin, 'docker'), join(bin, 'docker'));
    const { executor, service, session, stop } = await startAgentRig({ env: { PATH: `${bin}:${process.env.PATH}` } });
    try {
      await Promise.all([findsNothing(executor, 'plain'), looksWhereItCan(executor, 'perl')]);
      const look = async (command: string, more: object = {}) =>
        service.call<{ stderr: string; stdout: string; detail: string }>('POST', '/synapse/look', {
          token: session,
          body: { machine: 'laptop', command, cwd: '/', raw: true, ...more },
        });
      const containers = { containers: ['plain'] };
      await service.call('PATCH', '/synapse/machines/laptop', { token: session, body: containers });
      expect(await look('true', { container: 'plain' })).toMatchObject({
        status: 501,
        body: { code: 'look_unavailable', detail: expect.stringMatching(/perl: not found.*installez-y perl/s) },
      });
      for (const command of ['docker ps', 'docker logs plain', 'docker rm -f plain']) {
        const { body } = await look(command);
        expect(body.stdout).toBe('');
        expect(body.stderr).toMatch(/synapse: a command that only looks reaches no service .*-json\.log/);
      }
      expect((await engine.api.getContainer('plain').inspect()).State.Running).toBe(true);
    } finally {
      await stop();
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
    { reboot: true, asksBeforeStart: false },
  );
});
