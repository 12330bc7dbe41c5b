/** The executor for the service's own host. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalExecutor, findIsolation } from '@synapse/runner';
import { expect, it } from 'vitest';
import { run } from './run-command.ts';
import { describeExecutor } from './suite.ts';

it('a command that cannot be written for a shell fails alone', async () => {
  const executor = createLocalExecutor();
  await expect(run(executor, 'echo a\0b')).rejects.toThrow('NUL');
  expect((await run(executor, 'echo still here')).text).toBe('still here\n');
  await executor.close();
});

describeExecutor('local, with the service out of reach', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'synapse-local-'));
  const data = join(scratch, 'data');
  await mkdir(data);
  // Where the system allows none, commands run as they do without it.
  const { isolation } = await findIsolation({ data, others: [], programs: [] });
  const executor = createLocalExecutor({ isolation });
  return {
    executor,
    container: null,
    scratch,
    stop: async () => {
      await executor.close();
      isolation?.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
});

describeExecutor('local', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'synapse-local-'));
  const executor = createLocalExecutor();
  return {
    executor,
    container: null,
    scratch,
    stop: async () => {
      await executor.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
});
