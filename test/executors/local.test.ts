/** The executor for the service's own host. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalExecutor } from '@synapse/runner';
import { describeExecutor } from './suite.ts';

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
