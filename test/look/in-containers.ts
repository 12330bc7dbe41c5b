/** Looking inside containers: in the sandbox that works there, or not at all. */
import { confine, type Executor, findSandbox, mechanismOf } from '@synapse/runner';
import { expect } from 'vitest';
import type { ContainerEngine } from '../engines/container-engine.ts';
import { run } from '../executors/run-command.ts';

/** The image has neither Perl nor bubblewrap: nothing serves, and each says why. */
export async function findsNothing(executor: Executor, container: string): Promise<void> {
  const found = await findSandbox(executor, { container, signal: AbortSignal.timeout(45_000) });
  expect(found).toMatchObject({ sandbox: null, system: { kernel: 'Linux' } });
  expect(found.missing.map(({ reason }) => reason).join()).toMatch(/perl: not found.*bwrap: not found/);
}

/** A container with Perl and other programs of this computer. */
export async function startWithPerl(engine: ContainerEngine, container: string): Promise<void> {
  const binds = ['/usr', '/lib', '/lib64', '/etc/alternatives'].map((path) => `${path}:${path}:ro`);
  await engine.startContainer(container, { binds });
}

/** Whether a sandbox works there is the engine's choice: it may refuse the system calls. If it does, nothing runs. */
export async function looksWhereItCan(executor: Executor, container: string): Promise<string | null> {
  const bare = (script: string) => run(executor, script, { container });
  const { outcome } = await bare("perl -e 'exit(syscall(444, 0, 0, 1) < 6)'");
  const { sandbox, system, missing } = await findSandbox(executor, { container, signal: AbortSignal.timeout(45_000) });
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0) {
    expect({ sandbox, missing: missing.length }).toEqual({ sandbox: null, missing: 4 });
    return null;
  }
  expect(sandbox, JSON.stringify(missing)).toMatch(/^(user-namespaces|landlock)$/);
  await bare('echo kept >/kept');
  const confined = confine(executor, { mechanism: mechanismOf(sandbox!), system: system! }, 'here', () => undefined);
  const ran = await run(
    confined,
    'cat /kept; echo x >/kept; rm -f /kept; mkdir /new; chmod 777 /kept; kill -9 1; sleep 1050 & exit 3',
    { container },
  );
  expect(ran).toMatchObject({ outcome: { kind: 'exited', exitCode: 3 }, text: 'kept\n' });
  const after = await bare('cat /kept; ls -l /kept; ls -d /new; ps -o args | grep "[s]leep 1050"; echo end');
  expect(after.text).toMatch(/^kept\n-rw-r--r--.*\nend\n$/);
  return sandbox;
}
