/** Containers of a real dockerd, through the `docker` program of a local and of an ssh machine. */

import { createLocalExecutor } from '@synapse/runner';
import { expect, test } from 'vitest';
import { findDockerd, startDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { describeContainers } from './container-rigs.ts';
import { run } from './run-command.ts';

describeContainers(await locate('docker', findDockerd), startDockerd, {});

test('a host without docker and podman says so', async () => {
  const executor = createLocalExecutor({ environment: { PATH: '/nonexistent' } });
  await expect(run(executor, 'true', { container: 'any' })).rejects.toMatchObject({
    code: 'container_unavailable',
    message: expect.stringContaining('neither docker nor podman'),
  });
});
