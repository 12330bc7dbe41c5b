/** What the owner's list lets through never runs outside a sandbox. */
import type { Executor } from '@synapse/runner';
import { expect, it } from 'vitest';
import { createCommands } from '../commands.ts';
import { createConfinedExecutors } from './confined-executor.ts';

/** A computer on which nothing says what system it is: no sandbox can be found. */
function bareExecutor() {
  const scripts: string[] = [];
  const executor: Executor = {
    probe: async () => undefined as never,
    close: async () => undefined,
    run: async ({ script }) => {
      scripts.push(script);
      return { kind: 'exited', exitCode: 0 };
    },
  };
  return { scripts, executor };
}

it('where no sandbox works, nothing runs, and the refusal says what to install', async () => {
  const { executor } = bareExecutor();
  const of = createConfinedExecutors(executor).of(null, new AbortController().signal, undefined);
  await expect(of).rejects.toMatchObject({ code: 'agent_refused', message: expect.stringContaining('bubblewrap') });
});

it.each([true, false])(
  'a command of which the limits say that it only reads (%s) is run accordingly',
  async (onlyReads) => {
    const { scripts, executor } = bareExecutor();
    const logged = Promise.withResolvers<unknown>();
    const commands = createCommands({
      executor,
      limits: { check: async ({ script, cwd }) => ({ script, cwd, onlyReads }) },
      home: { log: logged.resolve, paused: () => false },
    });
    commands.take({
      type: 'run',
      id: 'one',
      script: 'ls',
      secrets: {},
      cwd: null,
      container: null,
      timeout_ms: null,
    });
    expect(await logged.promise).toMatchObject({ kind: onlyReads ? 'refused' : 'exited' });
    expect(scripts.includes('ls')).toBe(!onlyReads);
  },
);
