/** The places where commands hide processes, each started separately. Runs inside the pen. */
import { createLocalExecutor, type Executor } from '@synapse/runner';
import { createDockerExecutor } from '../../packages/server/src/executors/docker/executor.ts';
import { createSshExecutor } from '../../packages/server/src/executors/ssh/executor.ts';
import { startAgentRig } from '../agents/agent-rig.ts';
import type { ContainerEngine } from '../engines/container-engine.ts';
import { findDockerd, startDockerd } from '../engines/dockerd.ts';
import { locateSshd, type Sshd, startSshd } from '../engines/sshd.ts';
import { sshOptions } from '../executors/ssh-rig.ts';

export const TARGETS = ['local', 'ssh as root', 'ssh', 'agent', 'engine', 'container by its host'] as const;
export type Target = (typeof TARGETS)[number];

export interface Place {
  readonly executor: Executor;
  readonly container: string | null;
  stop(): Promise<void>;
}

export const CONTAINER = 'hiding';
/** More than everything that is tried at once. A chain that nobody waits for reaches it soon. */
const MOST_PROCESSES = 2_000;

export async function startTarget(target: Target): Promise<Place> {
  switch (target) {
    case 'local':
      return placeOf(createLocalExecutor());
    case 'ssh as root':
    case 'ssh': {
      const sshd = await startSsh();
      return placeOf(createSshExecutor(sshOptions(sshd, target === 'ssh' ? 'tester' : 'root')), () => sshd.stop());
    }
    case 'agent': {
      const rig = await startAgentRig();
      return { executor: rig.executor, container: null, stop: () => rig.stop() };
    }
    case 'engine': {
      const engine = await startEngine();
      const executor = createDockerExecutor({ connection: { socket: engine.socket } });
      return { ...placeOf(executor, () => engine.stop()), container: CONTAINER };
    }
    case 'container by its host': {
      const engine = await startEngine();
      const executor = createLocalExecutor({ environment: { PATH: `${engine.bin}:/usr/sbin:/usr/bin:/sbin:/bin` } });
      return { ...placeOf(executor, () => engine.stop()), container: CONTAINER };
    }
  }
}

export async function startSsh(): Promise<Sshd> {
  const located = await locateSshd();
  if ('missing' in located) throw new Error(located.missing);
  return startSshd(located.found);
}

export async function startEngine(): Promise<ContainerEngine> {
  const engine = await startDockerd(await findDockerd());
  // Its first process waits for orphans: otherwise dead processes of a chain would use up all process numbers.
  const command = ['/bin/sh', '-c', 'sleep 1000000 & wait'];
  await engine.startContainer(CONTAINER, { command, mostProcesses: MOST_PROCESSES });
  return engine;
}

function placeOf(executor: Executor, stop = async () => {}): Place {
  const stopAll = async () => {
    await executor.close();
    await stop();
  };
  return { executor, container: null, stop: stopAll };
}
